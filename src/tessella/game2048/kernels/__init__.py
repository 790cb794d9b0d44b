"""The law of 2048 on 4x4 boards, and what plays by it, for the machine: one 64-bit number a board."""
