"""What every test stands on."""

from hypothesis import settings

# A busy machine is slow, not wrong.
settings.register_profile("tessella", deadline=None)
settings.load_profile("tessella")
