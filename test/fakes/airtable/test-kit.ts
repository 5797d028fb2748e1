import { onTestFinished } from 'vitest'
import type { Base, Table } from './model.ts'
import { type FakeAirtable, startFakeAirtable } from './start-fake-airtable.ts'
import type { Settings } from './world.ts'

/** What came back, with its JSON when it is JSON. */
export interface Answer {
  status: number
  json: unknown
}

interface Asking {
  method?: string
  body?: unknown
  /** Another token, or none. */
  token?: string | null
  host?: 'api' | 'content'
}

/** A shop in a fake, on a clock that only the test moves. */
export interface Shop extends Pick<FakeAirtable, 'url' | 'contentUrl' | 'control'> {
  base: Base
  table: Table
  token: string
  /** Path from `/v0/<base>/` on; an absolute one is taken as it is. */
  ask(path: string, asking?: Asking): Promise<Answer>
  /** Lets time pass. */
  pass(ms: number): void
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, json: isJson ? JSON.parse(text) : text }
}

export async function openShop(settings: Partial<Settings> = {}): Promise<Shop> {
  let nowMs = Date.UTC(2026, 0, 10, 12)
  const calm = { callsPerBase: 1000, callsPerToken: 1000 }
  const fake = await startFakeAirtable({ now: () => nowMs, ...calm, ...settings })
  onTestFinished(() => fake.close())
  const base = fake.control.createBase('Shop')
  const table = fake.control.createTable(base, {
    name: 'Products',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Price', type: 'number' },
      { name: 'Kind', type: 'singleSelect', options: { choices: ['Bowl', 'Cup'] } },
      { name: 'Tags', type: 'multipleSelects', options: { choices: ['new', 'red'] } },
      { name: 'Sold', type: 'checkbox' },
      { name: 'Made', type: 'date' },
      { name: 'Image', type: 'multipleAttachments' },
      { name: 'Twice', type: 'formula', options: { formula: '{Price} * 2' } },
    ],
    views: [
      { name: 'Grid view' },
      { name: 'Cups', filter: "{Kind}='Cup'", sort: [{ field: 'Price', direction: 'desc' }], hidden: ['Made'] },
    ],
  })
  const token = fake.control.createToken()
  return {
    url: fake.url,
    contentUrl: fake.contentUrl,
    control: fake.control,
    base,
    table,
    token,
    pass(ms) {
      nowMs += ms
    },
    async ask(path, { method, body, token: other = token, host = 'api' } = {}) {
      const start = host === 'api' ? fake.url : fake.contentUrl
      const url = path.startsWith('/') ? start + path : `${start}/v0/${base.id}/${path}`
      const authorization = other === null ? {} : { authorization: `Bearer ${other}` }
      const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
      return read(
        await fetch(url, {
          method: method ?? (body === undefined ? 'GET' : 'POST'),
          headers: { ...authorization, 'content-type': 'application/json' },
          ...sent,
        }),
      )
    },
  }
}
