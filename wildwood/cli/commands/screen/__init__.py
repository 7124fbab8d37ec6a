"""The commands of `wildwood screen`, which need the extra `language`."""
