import { describeSource } from '#test/conformance/source.ts'
import { startFakeFeed } from '#test/fakes/feed/fake-feed.ts'
import { feedTable, openFeedWorld } from '#test/fakes/feed/open-feed.ts'

interface Item {
  Name: string
  Number: number
  Note: string
}

const withCells = (separator: string) => (items: readonly Item[]) =>
  ['Name,Number,Note'.replaceAll(',', separator), ...items.map((item) => Object.values(item).join(separator))].join(
    '\n',
  )

const written: Record<string, (items: readonly Item[]) => string> = {
  'records.csv': withCells(','),
  'records.tsv': withCells('\t'),
  'records.json': (items) => JSON.stringify({ total: items.length, products: items }),
  'records.jsonl': (items) => items.map((item) => JSON.stringify(item)).join('\n'),
}

for (const [name, write] of Object.entries(written)) {
  describeSource(`feed (${name})`, async (count) => {
    const [fake, world] = await Promise.all([startFakeFeed(), openFeedWorld()])
    const items = Array.from({ length: count }, (_, n) => ({ Name: `Record ${n}`, Number: n, Note: '' }))
    fake.bodies.set(`/${name}`, { body: write(items) })
    fake.required = { name: 'authorization', value: 'Bearer right-token' }
    const settings = { url: `${fake.url}/${name}?shop=1`, key: 'Name' }
    const source = world.open({ ...settings, header: 'Authorization: Bearer right-token' })
    return {
      source,
      table: feedTable,
      fieldIds: { name: 'Name', number: 'Number', note: 'Note' },
      viewId: null,
      count,
      removeRecord: () => Promise.reject(new Error('Feeds are read-only.')),
      wrongSource: world.open({ ...settings, header: 'Authorization: Bearer wrong-token' }),
      remove: {
        field: async () => void fake.bodies.set(`/${name}`, { body: write(items).replaceAll('Note', 'Remark') }),
        table: async () => void fake.bodies.delete(`/${name}`),
      },
      close: () => Promise.all([fake.close(), world.close()]).then(() => {}),
    }
  })
}
