import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signatureHeaders } from '@pictable/server/webhooks/sign.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { blocksIn } from '#test/guides/blocks.ts'
import { textDifference } from '#test/guides/difference.ts'

const root = join(import.meta.dirname, '..', '..')
const program = join(root, 'examples/receiver/receiver.ts')
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const old = 'the secret of last year'
const event = {
  event: 'image.created',
  id: 'evt_1',
  record_id: 'rec_spring',
  image: { id: 'img_1', url: 'https://pictable.example.com/images/img_1/5f2c.png' },
  user_defined: { campaign: 'spring' },
}

const started = new Set<ChildProcess>()

afterEach(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  started.clear()
})

async function startReceiver(...options: string[]) {
  const child = spawn(process.execPath, [program, '--port', '0', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.add(child)
  let printed = ''
  child.stdout.setEncoding('utf8')
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the receiver ended with ${code}`)))
    child.stdout.on('data', (text: string) => {
      printed += text
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed)?.[0]
      if (address) resolve(address)
    })
  })
  /** Ends it, and gives all that it printed. */
  const end = async () => {
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    return printed
  }
  return { url, end }
}

interface Sending {
  told?: object
  secrets?: string[]
  id?: string
  ageSeconds?: number
  attempt?: number
  change?: (body: string) => string
  headers?: Record<string, string>
}

async function send(url: string, sending: Sending = {}): Promise<number> {
  const {
    told = event,
    secrets = [secret],
    id = 'msg_1',
    ageSeconds = 0,
    attempt = 1,
    change = (body) => body,
  } = sending
  const body = JSON.stringify(told)
  const timestampSeconds = Math.floor(Date.now() / 1000) - ageSeconds
  const signed = signatureHeaders({ secrets, id, timestampSeconds, body: Buffer.from(body) })
  const headers = { 'content-type': 'application/json', 'x-service-attempt': String(attempt), ...signed }
  const response = await fetch(url, { method: 'POST', headers: { ...headers, ...sending.headers }, body: change(body) })
  return response.status
}

describe('the receiver', () => {
  test('prints what a genuine delivery says', async () => {
    const { url, end } = await startReceiver('--secret', secret)
    expect(await send(url, { attempt: 3 })).toBe(204)
    const printed = await end()
    expect(printed).toContain('image.created  signature ok')
    expect(printed).toMatch(/record +rec_spring\n/)
    expect(printed).toMatch(/image +https:\/\/pictable\.example\.com\/images\/img_1\/5f2c\.png\n/)
    expect(printed).toMatch(/user_defined +\{"campaign":"spring"\}\n/)
    expect(printed).toMatch(/delivery +msg_1, attempt 3\n/)
  })

  test('prints what its page shows', async () => {
    const page = readFileSync(join(root, 'examples/receiver/README.md'), 'utf8')
    const shown = blocksIn(page).find(({ info }) => info === 'printed')?.code ?? ''
    const { url, end } = await startReceiver('--secret', secret)
    expect(await send(url, { told: { ...event, run_id: 'run_1', user_defined: undefined } })).toBe(204)
    expect(textDifference(`…${shown.replace(/\S+Z/, '…')}`, await end())).toEqual([])
  })

  test('does nothing for a delivery that it has handled', async () => {
    const { url, end } = await startReceiver('--secret', secret)
    expect(await send(url)).toBe(204)
    expect(await send(url, { attempt: 2 })).toBe(204)
    expect(await send(url, { id: 'msg_2' })).toBe(204)
    const printed = await end()
    expect(printed.match(/rec_spring/g)).toHaveLength(2)
    expect(printed.match(/duplicate, ignored/g)).toHaveLength(1)
  })

  test('refuses what it must not trust, says why, and does not take it for handled', async () => {
    const { url, end } = await startReceiver('--secret', secret)
    expect(await send(url, { change: (body) => body.replace('spring', 'autumn') })).toBe(400)
    expect(await send(url, { secrets: [old] })).toBe(400)
    expect(await send(url, { secrets: [] })).toBe(400)
    expect(await send(url, { headers: { 'X-Service-Signature': 'v1=abc' } })).toBe(400)
    expect(await send(url, { ageSeconds: 400 })).toBe(400)
    expect(await send(url, { ageSeconds: -400 })).toBe(400)
    expect(await send(url)).toBe(204)
    const printed = await end()
    const reasons = [...printed.matchAll(/rejected {2}(\w+): /g)].map(([, code]) => code)
    expect(reasons).toEqual(['mismatch', 'mismatch', 'missing_header', 'malformed_header', 'too_old', 'too_new'])
    expect(printed.match(/rec_spring/g)).toHaveLength(1)
  })

  test('takes the old secret and the new', async () => {
    const { url } = await startReceiver('--secret', secret, '--secret', old)
    expect(await send(url, { secrets: [old], id: 'msg_1' })).toBe(204)
    expect(await send(url, { secrets: [secret], id: 'msg_2' })).toBe(204)
    expect(await send(url, { secrets: ['the secret of somebody else'], id: 'msg_3' })).toBe(400)
  })

  test('fails as often as it is asked to, and takes none of these for handled', async () => {
    const { url, end } = await startReceiver('--secret', secret, '--fail', '1')
    expect(await send(url)).toBe(500)
    expect(await send(url, { attempt: 2 })).toBe(500)
    expect(await end()).not.toContain('duplicate')
  })

  test('takes nothing but POST, and no body over 1 MiB', async () => {
    const { url } = await startReceiver('--secret', secret)
    expect((await fetch(url)).status).toBe(405)
    expect(await send(url, { change: (body) => body + ' '.repeat(2 ** 21) })).toBe(413)
    expect(await send(url)).toBe(204)
  })

  test('lets nobody steer the terminal', async () => {
    const { url, end } = await startReceiver('--secret', secret)
    expect(await send(url, { headers: { 'webhook-id': '\u009b31m' } })).toBe(204)
    const printed = await end()
    expect(printed).toContain('?31m')
    expect(printed).not.toContain('\u009b')
  })

  test.each([
    [[], '--secret is missing'],
    [['--secret', ''], '--secret is missing'],
    [['--secret', secret, '--port', 'http'], '--port must be a number from 0 to 65535'],
    [['--secret', secret, '--fail', '2'], '--fail must be a number from 0 to 1'],
    [['--sekret', secret], "Unknown option '--sekret'"],
  ])('does not start with %j', (options, message) => {
    const { WEBHOOK_SECRET: _, ...env } = process.env
    const { status, stderr } = spawnSync(process.execPath, [program, ...options], { env, encoding: 'utf8' })
    expect(status).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).toContain('--secret whsec_…')
  })
})
