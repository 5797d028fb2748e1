import type { Client } from '@pictable/client'
import { all, makeCards } from '#test/scenarios/whole-app.ts'

/** A table with an action over it that makes a card of each record. */
export interface Shop {
  actionId: string
  /** What stands in the cells that images are written to, by record. */
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
