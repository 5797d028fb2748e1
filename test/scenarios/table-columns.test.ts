import { expect, test, vi } from 'vitest'
import { startWholeApp, trigger, untilEnded } from '#test/scenarios/whole-app.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const usd = { type: 'currency', currency: 'USD', minimumDigits: 2, maximumDigits: 2 } as const

const invoice = (locale: string, columns: object[]) => ({
  ...{ schema: 1, name: 'Invoice', width: 200, height: 300, locale },
  layers: [
    {
      ...{ type: 'table', name: 'Lines', x: 0, y: 0, width: 200, height: 280, fontSize: 8 },
      ...{ rows: { bind: 'Lines' }, columns },
    },
  ],
})

/** What a text writes in place of the spaces of currencies. */
const plainly = (value: unknown) => JSON.parse(JSON.stringify(value ?? null).replaceAll('\u00a0', ' '))

test('a table that names columns of a linked table gets its rows, formatted in the locale of each template', async () => {
  const app = await startWholeApp()
  try {
    const { client } = app
    const lines = await client.tables.create({
      body: {
        name: 'Lines',
        fields: [
          { name: 'Item', kind: 'text' },
          { name: 'Price', kind: 'number', format: usd },
          { name: 'Pieces', kind: 'number' },
        ],
      },
    })
    const orders = await client.tables.create({
      body: {
        name: 'Orders',
        fields: [
          { name: 'Order', kind: 'text' },
          { name: 'Lines', kind: 'link', linked_table_id: lines.id },
        ],
      },
    })
    const added = await client.tables.addRows({
      params: { id: lines.id },
      body: {
        rows: [
          { Item: 'Mug', Price: 1234.5, Pieces: 2 },
          { Item: 'Jug', Price: 8, Pieces: 1 },
        ],
      },
    })
    await client.tables.addRows({ params: { id: orders.id }, body: { rows: [{ Order: '1', Lines: ['Mug', 'Jug'] }] } })
    const connection = await client.connections.create({ body: { name: 'Ours', source: 'table', settings: {} } })
    const table = { connection_id: connection.id, base_id: 'built-in', table_id: orders.id }

    // What the editor shows before there is an action.
    const design = invoice('en', [{ field: 'Item' }, { field: 'Price' }])
    const source = { ...table, table_name: 'Orders', view_id: null, view_name: null }
    const preview = await client.templates.records({ body: { source, design } })
    const named = preview.names.find(({ name }) => name === 'Lines')
    expect(named?.link).toEqual({ base_id: 'built-in', table_id: lines.id })
    expect(plainly(preview.results[0]?.values.Lines)).toEqual([
      { Item: 'Mug', Price: '$1,234.50' },
      { Item: 'Jug', Price: '$8.00' },
    ])
    expect((await client.templates.records({ body: { source } })).results[0]?.values.Lines).toBe('Mug, Jug')

    const publish = async (locale: string, columns: object[]) =>
      (await client.templates.create({ body: { design: invoice(locale, columns), publish: true } })).id
    const english = await publish('en', [{ field: 'Item' }, { field: 'Price' }])
    const action = await client.actions.create({
      body: {
        ...{ title: 'Invoices', connection_id: connection.id, base_id: 'built-in', table: orders.id },
        template_id: english,
        outputs: [
          { name: 'English', template_id: english },
          { name: 'German', template_id: await publish('de', [{ title: 'Item' }, { field: 'Price' }]) },
          { name: 'More', template_id: await publish('fr', [{ field: 'Pieces' }]) },
        ],
      },
    })
    const run = async () => {
      const { id, ...ended } = await untilEnded(client, await trigger(client, action.id))
      const { results } = await client.images.list({ query: { run_id: id, limit: 100 } })
      return { ...ended, lines: new Map(results.map(({ output, values }) => [output, plainly(values.Lines)])) }
    }
    const first = await run()
    expect(first).toMatchObject({ state: 'completed', failed: 0 })
    const withPieces = (prices: string[]) => [
      { Item: 'Mug', Price: prices[0], Pieces: 2 },
      { Item: 'Jug', Price: prices[1], Pieces: 1 },
    ]
    expect([...first.lines.values()]).toEqual(
      expect.arrayContaining([
        withPieces(['$1,234.50', '$8.00']),
        withPieces(['1.234,50 $', '8,00 $']),
        withPieces(['1\u202f234,50 $US', '8,00 $US']),
      ]),
    )
    expect(await run()).toMatchObject({ rendered: 0, skipped: 1 })
    const [mug] = added.results
    const changed = { params: { id: lines.id, row_id: mug?.id ?? '' }, body: { fields: { Price: 9 } } }
    await client.tables.updateRow(changed)
    const again = await run()
    expect(again).toMatchObject({ rendered: 1, skipped: 0 })
    expect([...again.lines.values()]).toContainEqual(withPieces(['9,00 $', '8,00 $']))

    // A mapping adds columns. A column with a format of its own gets the plain value.
    const priced = [{ field: 'Item' }, { field: 'Price', format: { type: 'currency', currency: 'EUR' } }]
    const own = await client.actions.create({
      body: {
        ...{ title: 'Own', connection_id: connection.id, base_id: 'built-in', table: orders.id },
        template_id: await publish('en', priced),
        mapping: { Lines: { field: 'Lines', columns: ['Pieces', 'Price'], formatted: true } },
      },
    })
    const ended = await untilEnded(client, await trigger(client, own.id))
    const { results } = await client.images.list({ query: { run_id: ended.id } })
    expect(results[0]?.values.Lines).toEqual([
      { Pieces: 2, Price: 9, Item: 'Mug' },
      { Pieces: 1, Price: 8, Item: 'Jug' },
    ])
  } finally {
    await app.close()
  }
})
