"""The documentation as a site of static files, in English and Chinese.

Sphinx with Furo and MyST builds it: releases since 2008, Markdown that a code host reads as it is, a search that needs
no server, and a domain for Python. Zensical, the younger choice, has not come to a version 1.
"""
