"""How does a kernel come to machine code, and how long does that last?"""
