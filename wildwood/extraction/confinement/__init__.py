"""Confine a process to what its work needs, with means of the Linux kernel."""
