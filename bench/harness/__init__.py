"""What every contender shares: inputs, kernels as problems, timing, the report. Knows no contender by name."""
