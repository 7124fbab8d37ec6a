"""What stands on a first page beside title and authors: headings, banners, labels, notes."""
