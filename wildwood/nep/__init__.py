"""The nightly job: rifs, the store in MongoDB, runs, the rebuild and its cluster, the status."""
