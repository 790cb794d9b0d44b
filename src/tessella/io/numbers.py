"""Numbers in few characters."""

UNITS = {"k": 10**3, "M": 10**6, "G": 10**9}


def short(number: float) -> str:
    """Return a number with at most three digits, and a unit where it is large.

    >>> short(1_234_567), short(820), short(25e9), short(0.2)
    ('1.23M', '820', '25G', '0.2')
    """
    sizes = ((size, unit) for unit, size in reversed(UNITS.items()) if number >= 0.9995 * size)
    size, unit = next(sizes, (1, ""))
    value = number / size
    return f"{value:.3g}{unit}" if value < 999.5 else f"{value:.0f}{unit}"
