"""The client: every operation of the API, and what most programs do with several of them."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, ParamSpec, TypeVar, cast
from urllib.parse import urlsplit

from ._errors import ApiError, RunFailed, Unreachable, WaitTimeout
from ._transport import OMIT, Omit, Page, Transport
from .operations import Operations
from .types import Image, Run

Format = Literal["png", "jpeg", "webp", "avif", "pdf", "gif"]
Arguments = ParamSpec("Arguments")
Item = TypeVar("Item")

_FIRST_PAUSE_SECONDS = 0.3
_MAX_PAUSE_SECONDS = 5.0
_MAX_AWAY_SECONDS = 180.0
"""A server that restarts continues its runs: the wait goes on for as long."""

_FILE_NAME = re.compile(r"[0-9a-f]{64}\.[a-z0-9]{3,5}")
"""As the API names files: by the SHA-256 of their content."""


def iterate(
    operation: Callable[Arguments, Page[Item]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Iterator[Item]:
    """All items of a list, page by page: `iterate(client.images.list, action_id="act_…")`."""
    while True:
        page = operation(*args, **kwargs)
        yield from page["results"]
        if page["next"] is None:
            return
        kwargs["after"] = page["next"]


class Client(Operations):
    """A server of Pictable.

    Args:
        base_url: Where the server is, such as `https://pictable.example.com`.
        api_key: Of "Developers > API keys", with the scope that the operations need.
        timeout: Seconds that a server may be silent before a request fails.
    """

    def __init__(self, base_url: str, api_key: str | None = None, *, timeout: float = 300) -> None:
        self._api = Transport(base_url, api_key, timeout)
        super().__init__(self._api)

    def download(self, image: Image, format: Format | None = None) -> bytes:
        """The file of an image.

        Args:
            format: One of those that the image has. Default: its first one.
        """
        url = image["url"] if format is None else image["urls"].get(format)
        if url is None:
            raise ValueError(
                f"The image {image['id']} has no {format}. It has: {', '.join(image['urls'])}"
            )
        # The public URL may be on another network: the file is asked of the server that this client calls.
        name = urlsplit(url).path.rsplit("/", 1)[-1]
        if not _FILE_NAME.fullmatch(name):
            raise ValueError(f"{url} is not the URL of a file")
        return self.images.file(image["id"], name)

    def render(
        self,
        template_id: str,
        values: Mapping[str, Any] | None = None,
        *,
        format: Format = "png",
        modifications: Sequence[dict[str, Any]] | Omit = OMIT,
        width: int | Omit = OMIT,
        scale: float | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> bytes:
        """Render an image, store it, and return its file.

        `client.images.create()` has all settings, and returns the URL of the image.

        Raises:
            ApiError: `code` is `image_failed` when a value or a picture is the reason.
        """
        image = self.images.create(
            template_id=template_id,
            values=values or {},
            formats=[format],
            modifications=modifications,
            width=width,
            scale=scale,
            idempotency_key=idempotency_key,
        )
        return self.download(image, format)

    def run_and_wait(
        self,
        action_id: str,
        *,
        record_ids: Sequence[str] | Omit = OMIT,
        force: bool | Omit = OMIT,
        limit: int | Omit = OMIT,
        metadata: Mapping[str, Any] | Omit = OMIT,
        timeout: float = 3600,
    ) -> Run:
        """Render an image for each record of an action, and wait until the run has ended.

        Waits up to three minutes for a server that is away, such as one that restarts.

        Args:
            record_ids: Only these records. Default: all of the action.
            force: Also render records that have not changed.
            limit: Maximum number of records.
            metadata: Stored with the run and sent with its events.
            timeout: Seconds to wait.

        Returns:
            The run with its counts. Some of its records may have failed: `run["failed"]`.

        Raises:
            RunFailed: the run was cancelled, or every record of it failed.
            WaitTimeout: the time is over. The run continues on the server.
        """
        started = self.actions.run(
            action_id,
            record_ids=record_ids,
            force=force,
            limit=limit,
            metadata=metadata,
            idempotency_key=str(uuid.uuid4()),
        )
        # Only a request with `estimate` gets an estimate.
        run = self.wait_for(cast(Run, started), timeout=timeout)
        if run["outcome"] in ("failed", "cancelled"):
            failures = self.runs.failures(run["id"])["results"] if run["failed"] else []
            raise RunFailed(run, failures)
        return run

    def wait_for(self, run: Run, *, timeout: float = 3600) -> Run:
        """Wait until a run has ended, whatever its outcome."""
        deadline = time.monotonic() + timeout
        answered = time.monotonic()
        pause = _FIRST_PAUSE_SECONDS
        while run["finished_at"] is None:
            if time.monotonic() > deadline:
                raise WaitTimeout(run, timeout)
            time.sleep(pause)
            pause = min(_MAX_PAUSE_SECONDS, pause * 1.3)
            try:
                run = self.runs.get(run["id"])
                answered = time.monotonic()
            except (ApiError, Unreachable) as error:
                is_away = isinstance(error, Unreachable) or error.status >= 500
                if not is_away or time.monotonic() - answered > _MAX_AWAY_SECONDS:
                    raise
        return run
