"""The OpenAPI document and Swagger UI, all from our own origin."""

from __future__ import annotations

from csp.constants import SELF
from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView


class Document(SpectacularAPIView):
    """OpenAPI 3.1, as YAML or with ``Accept: application/json`` as JSON."""

    authentication_classes = ()


# Swagger UI puts a style element into its page and draws its icons as data URLs.
@method_decorator(csp_update({"style-src": [SELF, "'unsafe-inline'"]}), name="dispatch")
class Explorer(SpectacularSwaggerSplitView):
    """Swagger UI."""

    authentication_classes = ()
    url_name = "schema"
