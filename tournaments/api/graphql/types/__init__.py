"""What can be read."""
