"""The tests, their helpers and the benchmarks."""
