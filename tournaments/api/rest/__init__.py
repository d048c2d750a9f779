"""REST: resources over selectors and services, one package per version."""
