import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { signatureHeaders } from '@pictable/server/webhooks/sign.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, type Program, typeErrorsIn, writePrograms } from '#test/snippets/guide-programs.ts'
import { hasRuntime } from '#test/snippets/runtime.ts'

const { folder, names } = writePrograms('verify-webhooks.md')

const programs: readonly Program[] = [
  { name: 'verify.ts', command: [process.execPath, 'verify.ts'] },
  { name: 'verify.mjs', command: [process.execPath, 'verify.mjs'] },
  { name: 'libraries.mjs', command: [process.execPath, 'libraries.mjs'] },
  { name: 'verify.py', command: ['python3', 'verify.py'], runtime: 'python3' },
  { name: 'verify.php', command: ['php', 'verify.php'], runtime: 'php' },
  {
    name: 'verify.go',
    command: ['./verify-go'],
    runtime: 'go',
    build: ['go', 'build', '-o', 'verify-go', 'verify.go'],
  },
  { name: 'verify.sh', command: ['sh', 'verify.sh'], runtime: 'openssl' },
]

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const typed = `-correct 'horse' "$battery" \\n 100% 🐎`
const body = Buffer.from('{"event":"image.created","user_defined":{"note":"100 % \\"ä\\" \\\\n $(id) 🐎"}}\n')
const nowSeconds = () => Math.floor(Date.now() / 1000)

interface Received {
  header: string
  body: Buffer
  secret: string
  /** The headers of Standard Webhooks, as a CGI program finds them. */
  standard: Record<string, string>
}

/** A delivery as Pictable signs it. */
function delivery(secrets: readonly string[], changes: { body?: Buffer; ageSeconds?: number } = {}): Received {
  const { body: bytes = body, ageSeconds = 0 } = changes
  const timestampSeconds = nowSeconds() - ageSeconds
  const headers: Record<string, string> = signatureHeaders({ secrets, id: 'msg_1', timestampSeconds, body: bytes })
  return {
    header: headers['X-Service-Signature'] ?? '',
    body: bytes,
    secret: secrets[0] ?? '',
    standard: {
      WEBHOOK_ID: headers['webhook-id'] ?? '',
      WEBHOOK_TIMESTAMP: headers['webhook-timestamp'] ?? '',
      WEBHOOK_SIGNATURE: headers['webhook-signature'] ?? '',
    },
  }
}

function exitCode([program, ...args]: readonly string[], received: Received): Promise<number | null> {
  const child = spawn(program ?? '', [...args, received.header], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...received.standard, WEBHOOK_SECRET: received.secret },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // A program that refuses by the header alone may end before it has read the body.
  child.stdin.on('error', () => {})
  child.stdin.end(received.body)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}

const genuine: [string, () => Received][] = [
  ['signed by a generated secret', () => delivery([secret])],
  ['signed by a typed secret', () => delivery([typed])],
  ['signed by two secrets, for who has the new one', () => delivery([typed, secret])],
  ['signed by two secrets, for who has the old one', () => ({ ...delivery([typed, secret]), secret })],
  ['signed by five secrets', () => ({ ...delivery(['a'.repeat(16), 'b'.repeat(16), 'c', 'd', typed]), secret: typed })],
  ['with a body of 256 KiB', () => delivery([secret], { body: Buffer.from(`{"text":"${'é'.repeat(131_000)}"}`) })],
  ['signed four minutes ago', () => delivery([secret], { ageSeconds: 240 })],
]

const good = () => delivery([secret])
const withHeader = (change: (header: string) => string): Received => {
  const received = good()
  return { ...received, header: change(received.header) }
}

const refused: [string, () => Received][] = [
  ['with another body', () => ({ ...good(), body: Buffer.from(body.toString().replace('created', 'creates')) })],
  ['with a longer body', () => ({ ...good(), body: Buffer.concat([body, Buffer.from('\n')]) })],
  ['with a shorter body', () => ({ ...good(), body: body.subarray(0, -1) })],
  ['without a body', () => ({ ...good(), body: Buffer.alloc(0) })],
  ['signed long ago', () => delivery([secret], { ageSeconds: 400 })],
  ['signed in the future', () => delivery([secret], { ageSeconds: -400 })],
  ['signed long ago, with a newer time', () => withHeader((header) => header.replace(/\d+/, String(nowSeconds() - 1)))],
  ['signed by another secret', () => ({ ...delivery([typed]), secret })],
  ['signed by two other secrets', () => ({ ...delivery([typed, 'a'.repeat(16)]), secret })],
  ['for a receiver without a secret', () => ({ ...good(), secret: '' })],
  ['without a header', () => withHeader(() => '')],
  ['with a header of another kind', () => withHeader(() => 'Bearer abc')],
  ['without a signature', () => withHeader((header) => header.replace(/,.*/, ''))],
  ['with an empty signature', () => withHeader((header) => header.replace(/v1=.*/, 'v1='))],
  ['with half of the signature', () => withHeader((header) => header.slice(0, -32))],
  ['with a longer signature', () => withHeader((header) => `${header}0`)],
  [
    'with a changed signature',
    () => withHeader((header) => header.replace(/.$/, (last) => (last === '0' ? '1' : '0'))),
  ],
  [
    'with a signature in capitals',
    () => withHeader((header) => header.replace(/v1=.*/, (v1) => `v1=${v1.slice(3).toUpperCase()}`)),
  ],
  ['with a signature under another scheme', () => withHeader((header) => header.replace('v1=', 'v0='))],
  ['with letters that are not ASCII', () => withHeader((header) => header.replace(/v1=./, 'v1=é'))],
  ['without a time', () => withHeader((header) => header.replace(/t=\d+,/, ''))],
  ['with a time that is a command', () => withHeader((header) => header.replace(/t=\d+/, 't=$(date +%s)'))],
  ['with a time that is an expression', () => withHeader((header) => header.replace(/t=\d+/, 't=a[0]+1'))],
  ['with a time of many digits', () => withHeader((header) => header.replace(/t=/, `t=${'9'.repeat(40)}`))],
]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every snippet of the guide is run', () => {
  expect(names).toEqual(programs.map(({ name }) => name).sort())
})

const runnable = programs.filter(({ runtime }) => runtime === undefined || hasRuntime(runtime))

describe.concurrent.each(runnable)('$name trusts', (program) => {
  beforeAll(() => build(folder, program))

  test.each(genuine)('a delivery %s', async (_, received) => {
    expect(await exitCode(program.command, received())).toBe(0)
  })

  test.each(refused)('no delivery %s', async (_, received) => {
    expect(await exitCode(program.command, received())).toBe(1)
  })
})

test('the snippet in TypeScript has types', () => {
  expect(typeErrorsIn(folder, 'verify.ts')).toBe('')
})
