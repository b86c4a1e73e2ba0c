"""The version of the lab, named in every save."""

__version__ = "0.1.0"
