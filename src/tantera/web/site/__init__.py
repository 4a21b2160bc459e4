"""The results of a tournament as files that any web server can show: no script, no server of ours."""

from tantera.web.site.files import site, write_site

__all__ = ["site", "write_site"]
