"""Swiss systems."""
