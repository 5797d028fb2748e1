import { cardDesign } from '#test/chaos/design.ts'
import type { OpenScene } from '#test/chaos/faults/fault.ts'
import { onTheWire } from '#test/chaos/faults/on-the-wire.ts'
import { startInstallation } from '#test/chaos/installation.ts'
import type { OpenShop } from '#test/chaos/shop.ts'
import { startFakeNocoDb } from '#test/fakes/nocodb/fake-nocodb.ts'
import { createAdmin } from '#test/fakes/nocodb/noco-admin.ts'
import { type NocoServer, openSource } from '#test/fakes/nocodb/open-fixture.ts'
import { startTcpProxy } from '#test/fakes/tcp-proxy.ts'

/** In a table of NocoDB, which the server reaches at `url`. */
const shopIn =
  (nocodb: NocoServer, url: string): OpenShop =>
  async (client, records) => {
    const admin = createAdmin(nocodb)
    const baseId = await admin.createBase('Chaos')
    const table = await admin.createTable(baseId, 'Records', [
      { title: 'Name', type: 'SingleLineText' },
      { title: 'Image', type: 'URL' },
    ])
    const rows = Array.from({ length: records }, (_, index) => ({ Name: `Record ${index}` }))
    await admin.addRecords(table, rows)
    const settings = { token: nocodb.token, endpoint_url: url }
    const connection = await client.connections.create({ body: { name: 'NocoDB', source: 'nocodb', settings } })
    const template = await client.templates.create({ body: { design: cardDesign, publish: true } })
    const action = await client.actions.create({
      body: {
        title: 'Cards',
        connection_id: connection.id,
        base_id: baseId,
        table: 'Records',
        template_id: template.id,
        write_back: { url: 'Image' },
      },
    })
    const source = openSource(nocodb)
    const ids = rows.map((_, index) => String(index + 1))
    return {
      actionId: action.id,
      async cells() {
        const read = await source.getRecords({ baseId, tableId: table.id }, ids)
        return new Map(read.map(({ id, fields }) => [id, fields[table.fields.get('Image') ?? '']]))
      },
    }
  }

/** One process that reads and writes a table of another product, behind a proxy. */
export const openTableElsewhere: OpenScene = async (records, closing) => {
  const nocodb = await startFakeNocoDb()
  closing.defer(nocodb.close)
  const proxy = await startTcpProxy(nocodb.url)
  closing.defer(proxy.close)
  const installation = await startInstallation({ records, roles: ['both'], openShop: shopIn(nocodb, proxy.url) })
  closing.defer(installation.close)
  return { installation, faults: onTheWire('the table', proxy) }
}
