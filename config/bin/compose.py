"""Read ``docker-compose.yml`` as far as a machine without Docker can.

It must parse, have the services that the documentation names, each with a
health check (but for the one that ends by itself), and mention only images,
volumes and files that exist.
"""

from __future__ import annotations

import yaml
from environment import ROOT, stop

SERVICES = {"postgres", "redis", "migrate", "web", "live", "worker", "beat"}
ENDS_BY_ITSELF = {"migrate"}


def problems() -> list[str]:
    """Sentences about what is wrong."""
    document = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    services = document["services"]
    found = []
    if set(services) != SERVICES:
        found.append(f"services are {sorted(services)}, expected {sorted(SERVICES)}")
    for name, service in services.items():
        if "image" not in service:
            found.append(f"{name}: no image")
        if name not in ENDS_BY_ITSELF and "test" not in service.get("healthcheck", {}):
            found.append(f"{name}: no health check")
        build = service.get("build")
        if build and not (ROOT / build["context"] / build["dockerfile"]).exists():
            found.append(f"{name}: {build['dockerfile']} does not exist")
        found += [
            f"{name}: depends on {needed}, which is not a service"
            for needed in service.get("depends_on", {})
            if needed not in services
        ]
        found += [
            f"{name}: volume {volume} is not declared"
            for volume in (entry.split(":")[0] for entry in service.get("volumes", ()))
            if not volume.startswith((".", "/")) and volume not in document["volumes"]
        ]
    return found


def main() -> None:
    """End with what is wrong, if anything is."""
    if found := problems():
        stop("\n".join(f"docker-compose.yml: {each}" for each in found))
    print("docker-compose.yml holds")


if __name__ == "__main__":
    main()
