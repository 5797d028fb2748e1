"""What exercise.js does, with the Python client: prints what happened, as it does."""

import json
import os
import threading
import urllib.request
from datetime import UTC, datetime, timedelta

from pictable import ApiError, Client, SignatureError, sign_image_url, verify_signature

BASE_URL = os.environ["PICTABLE_URL"]
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"event":"image.created"}'
SIGNATURE = "t=1700000000,v1=b7d8be8dad6c5d45afe01f004b2d2690e169335751093320d2b4e74c1315a8a1"
LAYER = {"type": "text", "name": "Title", "text": {"bind": "Title"}, "width": 300, "height": 60}
DESIGN = {"schema": 1, "width": 320, "height": 180, "background": "#10243e", "layers": [LAYER]}

client = Client(BASE_URL, os.environ["PICTABLE_KEY"])


def render(template_id: str) -> dict[str, object]:
    content = client.render(template_id, {"Title": "Hello"}, format="webp", idempotency_key=f"hello-{template_id}")
    [image] = client.images.list(limit=1)["results"]
    return {"kind": content[8:12].decode(), "width": image["width"], "isWhole": len(content) == image["bytes"]}


def run() -> dict[str, object]:
    heard = threading.Event()

    def listen() -> None:
        for event in client.events.stream():
            if event["event"] == "run":
                return heard.set()

    threading.Thread(target=listen, daemon=True).start()
    [action] = client.actions.list()["results"]
    ended = client.run_and_wait(action["id"], force=True, timeout=100)
    event = "run" if heard.wait(60) else "none"
    return {"state": ended["state"], "rendered": ended["rendered"], "event": event}


def signed(template_id: str) -> dict[str, object]:
    key = client.url_keys.create(name="Exercise")
    expires_at = datetime.now(UTC) + timedelta(minutes=1)
    url = sign_image_url(
        BASE_URL, template_id, {"Title": "Signed"}, key_id=key["id"], secret=key["secret"], expires_at=expires_at
    )
    with urllib.request.urlopen(url) as response:
        return {"status": response.status, "kind": response.read()[1:4].decode()}


def code_of(secret: str, now: float | None) -> str:
    try:
        verify_signature(BODY, {"X-Service-Signature": SIGNATURE}, secret, now=now)
    except SignatureError as error:
        return error.code
    return "none"


def webhook() -> dict[str, object]:
    event = verify_signature(BODY, {"X-Service-Signature": SIGNATURE}, SECRET, now=1_700_000_000)
    return {
        "event": event["event"],
        "forged": code_of("whsec_of_someone_else", 1_700_000_000),
        "old": code_of(SECRET, None),
    }


def missing() -> dict[str, object]:
    try:
        client.runs.get("run_nope")
    except ApiError as error:
        return {"isApiError": error.fix != "", "status": error.status, "code": error.code}
    return {}


template = client.templates.create(name="Greeting", design=DESIGN, publish=True)
image = render(template["id"])
print(json.dumps({
    "image": image,
    "run": run(),
    "signed": signed(template["id"]),
    "webhook": webhook(),
    "error": missing(),
}))
