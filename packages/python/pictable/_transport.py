"""Requests and responses, with nothing but the standard library."""

from __future__ import annotations

import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from http.client import HTTPException, HTTPResponse
from typing import Any, Final, Generic, TypedDict, TypeVar, cast

from ._errors import ApiError, Unreachable, api_error

Item = TypeVar("Item")


class Omit:
    """The type of `OMIT`."""

    def __repr__(self) -> str:
        return "OMIT"


OMIT: Final = Omit()
"""Says that an argument is not sent. `None` is sent, as null."""


class Page(TypedDict, Generic[Item]):
    """A page of a list; `iterate()` reads all of them."""

    results: list[Item]
    next: str | None
    """Pass it as `after` to get the next page. None on the last page."""


class ServerEvent(TypedDict):
    """One event of the event stream."""

    event: str
    id: str
    data: Any


_MAX_ATTEMPTS = 3
_MAX_PAUSE_SECONDS = 20.0
_FIRST_RETRY_SECONDS = 2.0
_MAX_RETRY_SECONDS = 30.0


def quoted(part: str | int) -> str:
    """One part of a path."""
    return urllib.parse.quote(str(part), safe="")


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if not isinstance(value, Omit)}


def _query_string(values: Mapping[str, Any]) -> str:
    pairs: list[tuple[str, str]] = []
    for name, value in _given(values).items():
        # An object is parameters of any name, as in OpenAPI.
        items = cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {name: value}
        for key, item in items.items():
            pairs.append((key, str(item).lower() if isinstance(item, bool) else str(item)))
    return f"?{urllib.parse.urlencode(pairs)}" if pairs else ""


class Transport:
    """Sends requests to one server."""

    def __init__(self, base_url: str, api_key: str | None, timeout: float) -> None:
        self.base_url = base_url.rstrip("/")
        self.timeout = timeout
        self._api_key = api_key
        if not self.base_url.startswith(("http://", "https://")):
            raise ValueError(f"base_url is {base_url!r}: it begins with http:// or https://")

    def _open(self, request: urllib.request.Request) -> HTTPResponse:
        # A redirect, as to a bucket, is followed without the key.
        if self._api_key is not None:
            request.add_unredirected_header("Authorization", f"Bearer {self._api_key}")
        try:
            return urllib.request.urlopen(request, timeout=self.timeout)
        except urllib.error.HTTPError as error:
            with error:
                raise api_error(error.code, error.reason, error.headers, error.read()) from None
        except urllib.error.URLError as error:
            raise Unreachable(self.base_url, error.reason) from error
        except (OSError, HTTPException) as error:
            raise Unreachable(self.base_url, error) from error

    def content(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        data: bytes | str | None = None,
        content_type: str = "application/json",
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> bytes:
        """The bytes of a response. Waits when the server asks for a short pause.

        Raises:
            ApiError: the server rejected the request.
            Unreachable: no server answered.
        """
        url = f"{self.base_url}{path}{_query_string(query or {})}"
        if body is not None:
            data = json.dumps(_given(body))
        raw = data.encode() if isinstance(data, str) else data
        request = urllib.request.Request(url, data=raw, method=method)
        for name, value in (
            ("Content-Type", content_type if raw is not None else None),
            ("Idempotency-Key", idempotency_key),
            ("If-Match", if_match),
        ):
            if value is not None:
                request.add_header(name, value)
        for attempt in range(1, _MAX_ATTEMPTS + 1):
            try:
                with self._open(request) as response:
                    return response.read()
            except ApiError as error:
                pause = 1.0 if error.retry_after is None else error.retry_after
                is_pause = error.status in (429, 503) or error.code == "idempotency_in_flight"
                if not is_pause or pause > _MAX_PAUSE_SECONDS or attempt == _MAX_ATTEMPTS:
                    raise
                time.sleep(pause)
            except (OSError, HTTPException) as error:
                raise Unreachable(self.base_url, error) from error
        raise AssertionError("unreachable")

    def json(self, method: str, path: str, **request: Any) -> Any:
        """The JSON of a response, None if it has no body."""
        content = self.content(method, path, **request)
        return json.loads(content) if content else None

    def events(self, path: str, last_event_id: str) -> Iterator[ServerEvent]:
        """Events as they happen. Connects again behind the last one whenever the stream breaks off."""
        failures = 0
        has_been_open = False
        while True:
            request = urllib.request.Request(f"{self.base_url}{path}")
            if last_event_id:
                request.add_header("Last-Event-ID", last_event_id)
            try:
                with self._open(request) as response:
                    has_been_open, failures = True, 0
                    for event in _events_in(response):
                        last_event_id = event["id"] or last_event_id
                        yield event
            except ApiError as error:
                if not has_been_open or (error.status < 500 and error.status not in (408, 429)):
                    raise
            except (Unreachable, OSError, HTTPException):
                if not has_been_open:
                    raise
            failures += 1
            pause = min(_MAX_RETRY_SECONDS, _FIRST_RETRY_SECONDS * 2 ** (failures - 1))
            # Half of it is random: the clients of a server that restarts do not come back together.
            time.sleep(pause * (1 + random.random()) / 2)


def _events_in(response: HTTPResponse) -> Iterator[ServerEvent]:
    fields: dict[str, str] = {}
    for line in response:
        text = line.decode().rstrip("\r\n")
        if text:
            name, _, value = text.partition(":")
            value = value.removeprefix(" ")
            fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value
            continue
        if "data" in fields:
            yield {
                "event": fields.get("event", "message"),
                "id": fields.get("id", ""),
                "data": json.loads(fields["data"]),
            }
        fields = {}
