import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { compared, differences, type Exchange, lengthen, recordingSchema, scrubTimes } from './exchange.ts'
import { type FakeNocoDb, startFakeNocoDb } from './fake-nocodb.ts'

const folder = new URL('recorded/', import.meta.url)

const tokenOf = ({ token }: FakeNocoDb, which: Exchange['token']) =>
  which === 'none' ? {} : { 'xc-token': which === 'right' ? token : 'wrong' }

/** The recorded request with the ids that the fake gave. */
function sent(
  { body, raw }: Exchange,
  put: (text: string) => string,
): { headers: Record<string, string>; body?: string | Buffer<ArrayBuffer> } {
  if (raw) return { headers: { 'content-type': raw.contentType }, body: Buffer.from(raw.base64, 'base64') }
  if (body === undefined) return { headers: {} }
  return { headers: { 'content-type': 'application/json' }, body: put(JSON.stringify(body)) }
}

async function replay(fake: FakeNocoDb, exchanges: readonly Exchange[]): Promise<string[]> {
  const known = new Map<string, string>()
  const put = (text: string) => text.replace(/id\d{4}/g, (name) => known.get(name) ?? name)
  const stored: string[] = []
  const withPaths = (text: string) => text.replace(/download\/stored/g, () => stored.shift() ?? 'download/unknown')
  const found: string[] = []
  for (const [index, exchange] of exchanges.entries()) {
    const { headers, ...body } = sent(exchange, (text) => lengthen(withPaths(put(text))))
    const response = await fetch(`${fake.url}${encodeURI(put(exchange.path))}`, {
      method: exchange.method,
      headers: { ...headers, ...tokenOf(fake, exchange.token) },
      ...body,
    })
    const text = await response.text()
    if (exchange.path.startsWith('/api/v2/storage/')) stored.push(...(text.match(/download\/[^"]+/g) ?? []))
    const where = `${index}: ${exchange.method} ${exchange.path}`
    if (response.status !== exchange.status) {
      found.push(`${where}: ${response.status} is not ${exchange.status} ${text.slice(0, 200)}`)
      continue
    }
    const answer = JSON.parse(scrubTimes(JSON.stringify(compared(exchange.path, response.status, JSON.parse(text)))))
    const learn = (name: string, id: string) => known.set(name, id)
    found.push(
      ...differences(JSON.parse(put(JSON.stringify(exchange.answer))), answer, { learn }).map(
        (difference) => `${where}: ${difference}`,
      ),
    )
  }
  return found
}

for (const name of await readdir(folder)) {
  test(`the fake answers as NocoDB did: ${name}`, async () => {
    const { exchanges } = recordingSchema.parse(JSON.parse(await readFile(new URL(name, folder), 'utf8')))
    expect(exchanges.length).toBeGreaterThan(20)
    const fake = await startFakeNocoDb()
    try {
      expect(await replay(fake, exchanges)).toEqual([])
    } finally {
      await fake.close()
    }
  })
}
