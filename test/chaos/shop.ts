import type { Client } from '@pictable/client'
import { cardDesign } from '#test/chaos/design.ts'
import { all, makeAction, makeCards } from '#test/scenarios/whole-app.ts'

/** A table with an action over it that makes a card of each record. */
export interface Shop {
  actionId: string
  /** What is in the cells that images are written to, by record, or by record and output where there are several. */
  cells(): Promise<ReadonlyMap<string, unknown>>
}

export type OpenShop = (client: Client, records: number) => Promise<Shop>

/** In a built-in table. */
export const openBuiltInShop: OpenShop = async (client, records) => {
  const { actionId, tableId } = await makeCards(client, records)
  return {
    actionId,
    async cells() {
      const rows = await all((query) => client.tables.rows({ params: { id: tableId }, query }))
      return new Map(rows.map(({ id, fields }) => [id, fields.Image]))
    },
  }
}

/** Widths of the images of one record. */
const SIZES = [320, 256, 192, 128, 64]

/** The name of the first of five. */
export const FIRST_OUTPUT = `w${SIZES[0]}`

/** In a built-in table, with five images of each record, each in a cell of its own. */
export const openSizesShop: OpenShop = async (client, records) => {
  const outputs = SIZES.map((width) => ({ name: `w${width}`, width, write_back: { url: `Image ${width}` } }))
  const { actionId, tableId } = await makeAction(client, {
    fields: [
      { name: 'Name', kind: 'text' },
      ...SIZES.map((width) => ({ name: `Image ${width}`, kind: 'url' as const })),
    ],
    rows: Array.from({ length: records }, (_, n) => ({ Name: `Record ${n}` })),
    design: cardDesign,
  })
  await client.actions.update({ params: { id: actionId }, body: { outputs, stable_urls: { field: 'Name' } } })
  return {
    actionId,
    async cells() {
      const rows = await all((query) => client.tables.rows({ params: { id: tableId }, query }))
      return new Map(
        rows.flatMap(({ id, fields }) => SIZES.map((width) => [`${id} w${width}`, fields[`Image ${width}`]] as const)),
      )
    },
  }
}
