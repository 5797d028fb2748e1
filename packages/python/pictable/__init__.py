"""Client of Pictable, which renders images from templates and records."""

from . import types
from ._client import Client, iterate
from ._errors import ApiError, PictableError, RunFailed, SignatureError, Unreachable, WaitTimeout
from ._signatures import sign_image_url, verify_signature
from ._transport import OMIT, Omit, Page, ServerEvent

__all__ = [
    "OMIT",
    "ApiError",
    "Client",
    "Omit",
    "Page",
    "PictableError",
    "RunFailed",
    "ServerEvent",
    "SignatureError",
    "Unreachable",
    "WaitTimeout",
    "iterate",
    "sign_image_url",
    "types",
    "verify_signature",
]
