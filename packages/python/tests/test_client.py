"""What the client does when servers, runs and deliveries are not as they should be."""

from __future__ import annotations

import json
import threading
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest import mock

from pictable import (
    ApiError,
    Client,
    RunFailed,
    SignatureError,
    Unreachable,
    WaitTimeout,
    iterate,
    verify_signature,
)

Answer = tuple[int, dict[str, str], bytes]
PROBLEM = {"type": "a", "title": "Not found", "status": 404, "detail": "There is no run.", "code": "not_found",
           "request_id": "req_1", "errors": []}
RUN = {"id": "run_1", "state": "active", "outcome": None, "total": 2, "failed": 0, "finished_at": None,
       "error": None, "waiting_for": None}


def as_json(value: Any, status: int = 200, **headers: str) -> Answer:
    return status, {"Content-Type": "application/json", **headers}, json.dumps(value).encode()


class Server:
    """Answers each request with the next of its answers, and keeps what it was asked."""

    def __init__(self, answers: list[Answer | Callable[[], Answer]]) -> None:
        self.requests: list[tuple[str, str, dict[str, str], bytes]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.requests.append((self.command, self.path, headers, body))
                answer = answers.pop(0)
                status, own, content = answer() if callable(answer) else answer
                self.send_response(status)
                for name, value in own.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_POST = do_PATCH = do_GET

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class ClientTest(unittest.TestCase):
    def serve(self, *answers: Answer | Callable[[], Answer]) -> tuple[Server, Client]:
        server = Server(list(answers))
        self.addCleanup(server.close)
        return server, Client(f"{server.url}/", "pct_key", timeout=10)

    def setUp(self) -> None:
        patched = mock.patch("time.sleep")
        self.sleep = patched.start()
        self.addCleanup(patched.stop)


class RequestsTest(ClientTest):
    def test_path_query_and_key_are_sent(self) -> None:
        server, client = self.serve(as_json({"results": [], "next": None}))
        client.runs.records("run_1/..", state="failed", limit=5)
        _, path, headers, _ = server.requests[0]
        self.assertEqual(path, "/v1/runs/run_1%2F../records?limit=5&state=failed")
        self.assertEqual(headers["authorization"], "Bearer pct_key")

    def test_none_is_sent_and_what_is_left_out_is_not(self) -> None:
        server, client = self.serve(as_json({}))
        client.actions.update("act_1", filter=None, title="New", if_match='"r1"')
        method, _, headers, body = server.requests[0]
        self.assertEqual((method, json.loads(body)), ("PATCH", {"filter": None, "title": "New"}))
        self.assertEqual(headers["if-match"], '"r1"')

    def test_uploads_are_sent_as_they_are(self) -> None:
        server, client = self.serve(as_json({}, 201))
        client.tables.import_new("Name\nKännchen", name="Products")
        _, path, headers, body = server.requests[0]
        self.assertEqual((path, body.decode()), ("/v1/tables/import?name=Products", "Name\nKännchen"))
        self.assertEqual(headers["content-type"], "text/csv")

    def test_pages_follow_each_other(self) -> None:
        server, client = self.serve(
            as_json({"results": [1, 2], "next": "two"}), as_json({"results": [3], "next": None})
        )
        self.assertEqual(list(iterate(client.images.list, limit=2)), [1, 2, 3])
        self.assertEqual(server.requests[1][1], "/v1/images?limit=2&after=two")

    def test_redirects_are_followed_without_the_key(self) -> None:
        bucket, _ = self.serve((200, {}, b"file"))
        _, client = self.serve((302, {"Location": f"{bucket.url}/file"}, b""))
        self.assertEqual(client.images.file("img_1", "a.png"), b"file")
        self.assertNotIn("authorization", bucket.requests[0][2])

    def test_a_short_pause_is_waited_for(self) -> None:
        busy = as_json({**PROBLEM, "status": 429, "code": "rate_limited"}, 429, **{"Retry-After": "2"})
        server, client = self.serve(busy, as_json({"live": True}))
        client.server.livez()
        self.assertEqual(len(server.requests), 2)
        self.sleep.assert_called_once_with(2.0)

    def test_a_long_pause_is_an_error(self) -> None:
        busy = as_json({**PROBLEM, "status": 429, "code": "rate_limited"}, 429, **{"Retry-After": "60"})
        _, client = self.serve(busy)
        with self.assertRaises(ApiError) as caught:
            client.server.livez()
        self.assertEqual(caught.exception.retry_after, 60)


class ErrorsTest(ClientTest):
    def test_a_problem_is_raised_with_what_to_do(self) -> None:
        _, client = self.serve(as_json(PROBLEM, 404))
        with self.assertRaises(ApiError) as caught:
            client.runs.get("run_1")
        error = caught.exception
        self.assertEqual((error.status, error.code, error.title), (404, "not_found", "Not found"))
        self.assertRegex(str(error), "There is no run. Correct the id")

    def test_answers_of_others_are_errors_too(self) -> None:
        for body in (b"<html>Bad Gateway</html>", b'{"code": "x"}', b"[]", b"\xff"):
            _, client = self.serve((502, {"X-Request-Id": "req_9"}, body))
            with self.assertRaises(ApiError) as caught:
                client.server.livez()
            self.assertEqual((caught.exception.code, caught.exception.request_id), ("unknown", "req_9"))

    def test_no_server_is_unreachable(self) -> None:
        with self.assertRaisesRegex(Unreachable, "http://127.0.0.1:9 is unreachable.*Start the server"):
            Client("http://127.0.0.1:9").server.livez()

    def test_a_url_without_a_scheme_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "begins with http"):
            Client("127.0.0.1:4400")


class RunsTest(ClientTest):
    def test_waits_for_a_server_that_is_away(self) -> None:
        away = as_json({**PROBLEM, "status": 500, "code": "internal"}, 500)
        done = {**RUN, "outcome": "completed", "finished_at": "2026-11-29T00:00:00Z"}
        _, client = self.serve(as_json(RUN, 201), away, as_json(RUN), as_json(done))
        self.assertEqual(client.run_and_wait("act_1")["outcome"], "completed")

    def test_a_failed_run_names_the_reasons(self) -> None:
        failed = {**RUN, "outcome": "failed", "failed": 2, "finished_at": "2026-11-29T00:00:00Z"}
        groups = {"results": [{"records": 2, "message": "The picture is missing."}]}
        _, client = self.serve(as_json(failed, 201), as_json(groups))
        with self.assertRaisesRegex(RunFailed, "2 of 2 records of the run run_1 failed. 2 x The picture is missing"):
            client.run_and_wait("act_1")

    def test_a_run_that_takes_too_long_continues(self) -> None:
        blocked = {**RUN, "waiting_for": {"code": "a", "message": "The disk is full.", "until": None}}
        _, client = self.serve(as_json(blocked, 201))
        with self.assertRaisesRegex(WaitTimeout, "blocked: The disk is full. It continues on the server"):
            client.run_and_wait("act_1", timeout=-1)


class SignaturesTest(unittest.TestCase):
    SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    BODY = '{"event":"image.created"}'
    SERVICE = "t=1700000000,v1=b7d8be8dad6c5d45afe01f004b2d2690e169335751093320d2b4e74c1315a8a1"
    STANDARD = {
        "Webhook-Id": "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W",
        "Webhook-Timestamp": "1700000000",
        "Webhook-Signature": "v1,ILQgIs0xxJnc9dv37g3WijxJWnzM5o2TSjwCoBrctKw=",
    }

    def verify(self, headers: dict[str, str], now: float = 1_700_000_000, body: str = BODY) -> Any:
        return verify_signature(body, headers, ["whsec_old", self.SECRET], now=now)

    def test_both_families_of_headers_are_genuine(self) -> None:
        self.assertEqual(self.verify({"X-Service-Signature": self.SERVICE})["event"], "image.created")
        self.assertEqual(self.verify(self.STANDARD)["event"], "image.created")

    def test_what_is_not_genuine_says_why(self) -> None:
        service = {"x-service-signature": self.SERVICE}
        cases: list[tuple[str, Callable[[], Any]]] = [
            ("missing_header", lambda: self.verify({})),
            ("missing_header", lambda: self.verify({"webhook-signature": "v1,a"})),
            ("malformed_header", lambda: self.verify({"x-service-signature": "t=1,t=2,v1=a"})),
            ("malformed_header", lambda: self.verify({"x-service-signature": "t=now,v1=a"})),
            ("malformed_header", lambda: self.verify({**self.STANDARD, "Webhook-Id": "msg.1"})),
            ("mismatch", lambda: self.verify(service, body="{}")),
            ("mismatch", lambda: self.verify({"x-service-signature": "t=1700000000,v1=é"})),
            ("too_old", lambda: self.verify(service, 1_700_000_301)),
            ("too_new", lambda: self.verify(service, 1_699_999_699)),
        ]
        for code, attempt in cases:
            with self.subTest(code), self.assertRaises(SignatureError) as caught:
                attempt()
            self.assertEqual(caught.exception.code, code)
            self.assertNotEqual(caught.exception.fix, "")

    def test_without_a_secret_nothing_is_verified(self) -> None:
        for secret in ("", [], ["a", ""]):
            with self.assertRaises(ValueError):
                verify_signature(self.BODY, {}, secret)
