"""The contenders, one module each: every one turns a `Problem` into a call without arguments that solves it once."""
