"""A rebuild on many machines, as tasks of Dask; needs the extra `cluster`."""
