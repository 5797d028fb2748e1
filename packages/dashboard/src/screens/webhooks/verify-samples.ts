/** How a receiver knows that a delivery is genuine; the guide "Verify webhooks" has more languages. */
export const verifySamples = [
  {
    name: 'TypeScript',
    code: `import { verify } from '@pictable/client'

// The body as it came, before anything parses it.
const event = await verify({
  body: await request.text(),
  headers: request.headers,
  secret: process.env.WEBHOOK_SECRET,
})`,
  },
  {
    name: 'Python',
    code: `import hashlib, hmac, time

def verify(header: str, body: bytes, secret: str) -> bool:
    parts = [part.partition("=") for part in header.split(",")]
    at = next((value for name, _, value in parts if name == "t"), "")
    if not secret or not at.isdecimal():
        return False
    message = at.encode() + b"." + body
    expected = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    genuine = any(
        name == "v1" and hmac.compare_digest(expected.encode(), value.encode())
        for name, _, value in parts
    )
    return genuine and abs(time.time() - int(at)) <= 300

# header: X-Service-Signature; body: the bytes as they came`,
  },
  {
    name: 'PHP',
    code: `function verify(string $header, string $body, string $secret): bool
{
    if ($secret === '' || !preg_match('/(?:^|,)t=(\\d{1,12})(?:,|$)/', $header, $at)) {
        return false;
    }
    $expected = 'v1=' . hash_hmac('sha256', "$at[1].$body", $secret);
    foreach (explode(',', $header) as $part) {
        if (hash_equals($expected, $part)) {
            return abs(time() - (int) $at[1]) <= 300;
        }
    }
    return false;
}

// $header: $_SERVER['HTTP_X_SERVICE_SIGNATURE']; $body: file_get_contents('php://input')`,
  },
] as const
