import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signatureHeaders } from '@pictable/server/webhooks/sign.ts'
import { describe, expect, test } from 'vitest'
import { hasRuntime } from '#test/snippets/runtime.ts'

const utf8 = (text: string) => Buffer.from(text, 'utf8')
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value))
const generated = `whsec_${Buffer.alloc(32, 0xa7).toString('base64')}`
const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'

/** What is signed, and the key of Standard Webhooks that goes with the secret. */
const deliveries = [
  { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', body: utf8('{"event":"image.created"}') },
  { secret: generated, body: utf8('{"title":"Größe 🐎\\n"}\n') },
  { secret: generated, body: Buffer.alloc(256 * 1024, '{"long":"') },
  { secret: generated, body: everyByte },
  { secret: 'correct horse battery 🐎', body: utf8('{}'), key: utf8('correct horse battery 🐎') },
  { secret: 'k'.repeat(100), body: utf8('a key longer than a block'), key: utf8('k'.repeat(100)) },
].map(({ key, ...delivery }) => ({
  ...delivery,
  key: key ?? Buffer.from(delivery.secret.replace('whsec_', ''), 'base64'),
}))

/** Each HMAC that Pictable claims: under which key, over which bytes, in hex. */
const claims = deliveries.flatMap(({ secret, key, body }) => {
  const headers: Record<string, string> = signatureHeaders({
    secrets: [secret],
    id,
    timestampSeconds: 1_700_000_000,
    body,
  })
  const standard = Buffer.from(headers['webhook-signature']?.replace('v1,', '') ?? '', 'base64').toString('hex')
  return [
    {
      key: utf8(secret),
      message: Buffer.concat([utf8('1700000000.'), body]),
      claimed: headers['X-Service-Signature']?.replace('t=1700000000,v1=', ''),
    },
    { key, message: Buffer.concat([utf8(`${id}.1700000000.`), body]), claimed: standard },
  ]
})
const claimed = claims.map((claim) => claim.claimed)

/** One claim a line, for programs that compute them all at once: key and message in base64. */
const lines = claims.map(({ key, message }) => `${key.toString('base64')} ${message.toString('base64')}\n`).join('')

const python = `
import base64, hashlib, hmac, sys
for line in sys.stdin:
    key, message = map(base64.b64decode, line.split())
    print(hmac.new(key, message, hashlib.sha256).hexdigest())
`

const java = `
import java.io.*;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Hmac {
  public static void main(String[] args) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null; ) {
      String[] parts = line.split(" ");
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(parts[0]), "HmacSHA256"));
      StringBuilder hex = new StringBuilder();
      for (byte each : mac.doFinal(Base64.getDecoder().decode(parts[1]))) hex.append(String.format("%02x", each));
      System.out.println(hex);
    }
  }
}
`

const output = ([program, ...args]: readonly [string, ...string[]], input: string | Buffer): string[] =>
  execFileSync(program, args, { input, encoding: 'utf8' }).trim().split('\n')

function ofJava(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-java-'))
  try {
    writeFileSync(join(folder, 'Hmac.java'), java)
    return output(['java', join(folder, 'Hmac.java')], lines)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ofOpenssl(): string[] {
  return claims.flatMap(({ key, message }) => {
    const options = ['-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`, '-r']
    return output(['openssl', 'dgst', ...options], message).map((line) => line.replace(' *stdin', ''))
  })
}

/** `javac` tells a JDK, which runs a file of source, from what only runs classes. */
const proofs = [
  { name: 'openssl', runtime: 'openssl', compute: ofOpenssl },
  { name: "Python's hmac", runtime: 'python3', compute: () => output(['python3', '-c', python], lines) },
  { name: "Java's Mac", runtime: 'javac', compute: ofJava },
] as const

describe('signatureHeaders() claims the same as', () => {
  test.each(proofs.filter(({ runtime }) => hasRuntime(runtime)))('$name', ({ compute }) => {
    expect(compute()).toEqual(claimed)
  })
})
