import type { Source } from '@pictable/server/core/ports/source.ts'
import type { SourceFetch } from '@pictable/server/core/ports/source-fetch.ts'
import { createNocoDbSource } from '@pictable/server/sources/nocodb.ts'
import type { SourceFixture } from '#test/conformance/source.ts'
import { createWay, free } from '#test/fakes/hosted/way-out.ts'
import { createAdmin, type MadeTable, type NocoAdmin } from './noco-admin.ts'

/** A NocoDB, real or fake. */
export interface NocoServer {
  url: string
  token: string
}

export interface NocoFixture extends SourceFixture {
  admin: NocoAdmin
  made: MadeTable
}

export const openSource = ({ url, token }: NocoServer, send: SourceFetch = createWay().send): Source =>
  createNocoDbSource({ fetch: send, governor: free }).open({ token, endpoint_url: url }, 'con_nocodb')

const fields = [
  { title: 'Name', type: 'SingleLineText' },
  { title: 'Number', type: 'Number' },
  { title: 'Note', type: 'LongText' },
  { title: 'Picture', type: 'Attachment' },
  { title: 'State', type: 'SingleSelect', options: { choices: [{ title: 'Open' }, { title: 'Closed' }] } },
]

/** NocoDB fetches nothing from loopback; this it takes as an address all the same. */
export const pictureUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A new base with a table for the conformance suite. */
export async function openFixture(server: NocoServer, count: number): Promise<NocoFixture> {
  const admin = createAdmin(server)
  const way = createWay()
  const source = openSource(server, way.send)
  const baseId = await admin.createBase('Shop')
  const made = await admin.createTable(baseId, 'Records', fields)
  const idOf = (name: string) => made.fields.get(name) ?? ''
  const table = { baseId, tableId: made.id }
  const computedFieldId = await admin.addField(made, {
    title: 'Loud',
    type: 'Formula',
    options: { formula: 'CONCAT({Name},"!")' },
  })
  const viewId = await admin.createView(made, { title: 'From 10', fieldId: idOf('Number'), from: 10 })
  await admin.addRecords(
    made,
    Array.from({ length: count }, (_, n) => ({ Name: `Record ${n}`, Number: n })),
  )
  return {
    source,
    table,
    fieldIds: { name: idOf('Name'), number: idOf('Number'), note: idOf('Note') },
    viewId,
    count,
    removeRecord: (recordId) => admin.removeRecord(made, recordId),
    computedFieldId,
    wrongNumber: 'many',
    countRequests: () => way.requests,
    countWrites: () => way.writes,
    writeChecks: {
      openReadOnly: async () => openSource({ ...server, token: await admin.createViewer(baseId) }),
      choiceFieldId: idOf('State'),
    },
    wrongSource: openSource({ ...server, token: 'wrong' }),
    slowDown: (times) => {
      way.slowDowns = times
    },
    files: {
      fieldId: idOf('Picture'),
      url: pictureUrl,
      brokenUrl: 'http://127.0.0.1:9/broken.png',
      async add(recordId, filename) {
        const patch = { recordId, fields: { [idOf('Picture')]: [{ url: pictureUrl, filename }] } }
        await source.writeBack(table, [patch])
      },
    },
    remove: {
      field: () => admin.remove(`/api/v2/meta/columns/${idOf('Note')}`),
      view: () => admin.remove(`/api/v2/meta/views/${viewId}`),
      table: () => admin.remove(`/api/v2/meta/tables/${made.id}`),
    },
    admin,
    made,
  }
}
