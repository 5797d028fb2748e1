"""Signatures of webhooks and of image URLs."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
import urllib.parse
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

from ._errors import SignatureError
from .types import WebhookEvent

_MAX_URL_CHARACTERS = 8192
_SETTINGS = frozenset({"v", "width", "scale", "quality", "exp", "kid", "sig"})
_SECRET_FIX = "Compare the secret with the one of the webhook, and verify the body before it is parsed."


class _Claim(NamedTuple):
    """What one family of headers claims."""

    timestamp: str
    prefix: bytes
    signatures: list[str]
    key_of: Callable[[str], bytes]
    text_of: Callable[[bytes], str]


def _malformed(name: str) -> SignatureError:
    return SignatureError(
        "malformed_header",
        f"The header {name} does not have the format that Pictable sends.",
        "Check what is between Pictable and this program.",
    )


def _missing(names: str, fix: str) -> SignatureError:
    return SignatureError("missing_header", f"The headers {names} are missing.", fix)


def _is_time(text: str | None) -> bool:
    return text is not None and re.fullmatch(r"[0-9]{1,12}", text) is not None


def _after(prefix: str, parts: Iterable[str]) -> list[str]:
    return [part.removeprefix(prefix) for part in parts if part.startswith(prefix)]


def _standard_key(secret: str) -> bytes:
    """The key of Standard Webhooks: what follows `whsec_`, decoded."""
    encoded = secret.removeprefix("whsec_")
    try:
        if encoded != secret and encoded:
            return base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except binascii.Error:
        pass
    return secret.encode()


def _base64(digest: bytes) -> str:
    return base64.b64encode(digest).decode()


def _service_claim(header: str) -> _Claim:
    parts = header.split(",")
    times, signatures = _after("t=", parts), _after("v1=", parts)
    if len(times) != 1 or not _is_time(times[0]) or not signatures:
        raise _malformed("X-Service-Signature")
    return _Claim(times[0], f"{times[0]}.".encode(), signatures, str.encode, bytes.hex)


def _standard_claim(header: str, headers: Mapping[str, str]) -> _Claim:
    message_id, timestamp = headers.get("webhook-id"), headers.get("webhook-timestamp")
    if message_id is None or timestamp is None:
        raise _missing("webhook-id and webhook-timestamp", "Pass all headers of the request.")
    # A dot in the id would let its end be read as the time.
    if not re.fullmatch(r"[^.\s]+", message_id):
        raise _malformed("webhook-id")
    if not _is_time(timestamp):
        raise _malformed("webhook-timestamp")
    signatures = _after("v1,", header.split(" "))
    if not signatures:
        raise _malformed("webhook-signature")
    prefix = f"{message_id}.{timestamp}.".encode()
    return _Claim(timestamp, prefix, signatures, _standard_key, _base64)


def _claim_of(headers: Mapping[str, str]) -> _Claim:
    if "x-service-signature" in headers:
        return _service_claim(headers["x-service-signature"])
    if "webhook-signature" in headers:
        return _standard_claim(headers["webhook-signature"], headers)
    raise _missing(
        "X-Service-Signature and webhook-signature", "Check that the webhook has a secret."
    )


def _is_genuine(claim: _Claim, body: bytes, secret: str) -> bool:
    digest = hmac.new(claim.key_of(secret), claim.prefix + body, hashlib.sha256).digest()
    expected = claim.text_of(digest).encode()
    # Every one is compared, in constant time.
    return sum(hmac.compare_digest(each.encode(), expected) for each in claim.signatures) > 0


def verify_signature(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Make sure that a delivery comes from Pictable, unchanged and just now.

    Args:
        body: Exactly as it was received, before any parsing.
        headers: Of the request, with names in any case.
        secret: Of the webhook, with `whsec_`; several while it is changed.
        tolerance_seconds: How far the time of signing may be from now, both ways.
        now: In Unix seconds. Default: the present.

    Returns:
        The event; `event["event"]` is its name.

    Raises:
        SignatureError: the delivery must not be trusted; `code` says why.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise ValueError("verify_signature() needs the secret of the webhook")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    claim = _claim_of({name.lower(): value for name, value in headers.items()})
    if not any([_is_genuine(claim, raw, each) for each in secrets]):
        raise SignatureError(
            "mismatch", "The signature does not match the body and the secret.", _SECRET_FIX
        )
    age = int(time.time() if now is None else now) - int(claim.timestamp)
    clock = "Check the clock of this machine."
    if age < -tolerance_seconds:
        raise SignatureError("too_new", f"It was signed {-age} s in the future.", clock)
    if not age <= tolerance_seconds:
        raise SignatureError(
            "too_old", f"It was signed {age} s ago; at most {tolerance_seconds:g} s are allowed.", clock
        )
    return cast(WebhookEvent, json.loads(raw))


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def sign_image_url(
    base_url: str,
    template_id: str,
    values: Mapping[str, str | int | float | bool] | None = None,
    *,
    key_id: str,
    secret: str,
    format: str = "png",
    version: int | None = None,
    width: int | None = None,
    scale: float | None = None,
    quality: int | None = None,
    expires_at: datetime | None = None,
) -> str:
    """Make a URL that renders the template with these values, and no others, when it is opened.

    Args:
        base_url: Where Pictable is reached, such as `https://pictable.example.com`.
        values: What the template binds. Pictures are `asset:<id>` or begin with `https://`.
        key_id: Of a URL key: what `client.url_keys.create()` returned, like its `secret`.
        version: Of the template. Default: the published one.
        width: In pixels; the height follows.
        scale: Multiplies the size of the template; instead of `width`.
        expires_at: When the URL stops working. Only a key with `allow_permanent` can do without.
    """
    pairs = [
        (f".{name}" if name in _SETTINGS or name.startswith(".") else name, _text(value))
        for name, value in (values or {}).items()
    ]
    seconds = None if expires_at is None else int(expires_at.timestamp())
    settings = {"v": version, "width": width, "scale": scale, "quality": quality, "exp": seconds}
    pairs += [(name, str(value)) for name, value in settings.items() if value is not None]
    pairs.append(("kid", key_id))
    extension = "jpg" if format == "jpeg" else format
    path = f"/i/{urllib.parse.quote(template_id, safe='')}.{extension}"
    signed = f"{path}?{urllib.parse.urlencode(pairs)}"
    digest = hmac.new(secret.encode(), signed.encode(), hashlib.sha256).digest()
    signature = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    target = f"{signed}&sig={signature}"
    if len(target) > _MAX_URL_CHARACTERS:
        raise ValueError(f"The URL has {len(target)} characters, the maximum is {_MAX_URL_CHARACTERS}")
    return f"{base_url.rstrip('/')}{target}"
