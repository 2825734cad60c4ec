"""What pages are made of: drawing tools, pictograms, owned ideas, the strip."""
