"""Errors. Each says what failed, and in `fix` what to do."""

from __future__ import annotations

import json
from typing import Any, Literal, cast

from .fixes import FIXES
from .types import FailureGroup, ProblemError, Run

SignatureCode = Literal["missing_header", "malformed_header", "mismatch", "too_old", "too_new"]


class PictableError(Exception):
    """What every error of this package is."""

    def __init__(self, message: str, fix: str) -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix
        """What to do about it."""

    def __str__(self) -> str:
        return f"{self.message} {self.fix}" if self.fix else self.message


class ApiError(PictableError):
    """The server rejected the request, or failed."""

    def __init__(self, problem: dict[str, Any], retry_after: float | None = None) -> None:
        self.status: int = problem["status"]
        self.code: str = problem["code"]
        """For programs; the reference of the documentation lists all of them."""
        self.title: str = problem["title"]
        self.detail: str = problem["detail"]
        """What failed, where, and why."""
        self.errors: list[ProblemError] = problem["errors"]
        """Each invalid place of the request, as a JSON pointer, with what is wrong there."""
        self.request_id: str = problem["request_id"]
        """Of this request in the log of the server."""
        self.retry_after = retry_after
        """Seconds after which the request can be sent again, if the server said so."""
        super().__init__(self.detail, FIXES.get(self.code, ""))


def api_error(status: int, reason: str, headers: Any, body: bytes) -> ApiError:
    """The error of an answer, also of one that is not from Pictable."""
    try:
        answer: Any = json.loads(body)
    except ValueError:
        answer = None
    seconds = headers.get("retry-after", "")
    retry_after = float(seconds) if seconds.isdecimal() else None
    needed = ("code", "title", "detail", "status", "errors", "request_id")
    if isinstance(answer, dict) and all(name in answer for name in needed):
        return ApiError(cast("dict[str, Any]", answer), retry_after)
    return ApiError(
        {
            "status": status,
            "code": "unknown",
            "title": reason,
            "detail": f"The server returned {status} {reason} without a reason.",
            "errors": [],
            "request_id": headers.get("x-request-id", ""),
        },
        retry_after,
    )


class Unreachable(PictableError):
    """No server answered."""

    def __init__(self, base_url: str, reason: object) -> None:
        super().__init__(
            f"Pictable at {base_url} is unreachable: {reason}.",
            "Start the server, or correct `base_url`: it must be reachable from this machine.",
        )


class RunFailed(PictableError):
    """A run was cancelled, or every record of it failed."""

    def __init__(self, run: Run, failures: list[FailureGroup]) -> None:
        self.run = run
        self.failures = failures
        """The reasons, the most frequent one first."""
        error = run["error"]
        if run["outcome"] == "cancelled":
            message, fix = f"The run {run['id']} was cancelled.", "Start another one."
        else:
            message = f"{run['failed']} of {run['total']} records of the run {run['id']} failed."
            fix = "Correct the records, then retry the failed ones with `client.runs.retry_failed()`."
        reasons = [f"{group['records']} x {group['message']}" for group in failures[:5]]
        super().__init__(" ".join([error["message"] if error else message, *reasons]), fix)


class WaitTimeout(PictableError):
    """A run had not ended when the time was over. It continues on the server."""

    def __init__(self, run: Run, seconds: float) -> None:
        self.run = run
        waiting_for = run["waiting_for"]
        blocked = f" It is blocked: {waiting_for['message']}" if waiting_for else ""
        super().__init__(
            f"The run {run['id']} has not ended within {seconds:g} seconds.{blocked}",
            "It continues on the server: get it later with `client.runs.get()`.",
        )


class SignatureError(PictableError):
    """A delivery is not from Pictable, was changed, or is not from now."""

    def __init__(self, code: SignatureCode, message: str, fix: str) -> None:
        super().__init__(message, fix)
        self.code: SignatureCode = code
