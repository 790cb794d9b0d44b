"""Compiled code: the kernel decorator with its cache, and vectors of 512 bits."""
