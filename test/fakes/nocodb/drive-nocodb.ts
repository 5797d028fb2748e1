import { z } from 'zod'
import { createAdmin } from './noco-admin.ts'
import { type NocoServer, openFixture, pictureUrl } from './open-fixture.ts'

const withFiles = z.array(z.record(z.string(), z.unknown()))

/** Every part of the API that is used, its refusals, and its silent traps, one request after the other. */
export async function driveRequests(server: NocoServer): Promise<void> {
  const admin = createAdmin(server)
  const send = async (method: string, path: string, body?: unknown, token: string | null = server.token) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { 'xc-token': token }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return text.startsWith('<') ? text : JSON.parse(text)
  }
  const baseId = await admin.createBase('Recorded')
  const made = await admin.createTable(baseId, 'Things', [
    { title: 'Name', type: 'SingleLineText' },
    { title: 'Number', type: 'Number' },
    { title: 'Note', type: 'LongText' },
    { title: 'Rich', type: 'LongText', options: { rich_text: true } },
    { title: 'Done', type: 'Checkbox' },
    { title: 'Status', type: 'SingleSelect', options: { choices: [{ title: 'Open' }, { title: 'Closed' }] } },
    { title: 'Tags', type: 'MultiSelect', options: { choices: [{ title: 'A' }, { title: 'B' }] } },
    { title: 'Moment', type: 'DateTime' },
    { title: 'Json', type: 'JSON' },
    { title: 'Picture', type: 'Attachment' },
  ])
  const id = (name: string) => made.fields.get(name) ?? ''
  const loud = await admin.addField(made, {
    title: 'Loud',
    type: 'Formula',
    options: { formula: 'CONCAT({Name},"!")' },
  })
  const viewId = await admin.createView(made, { title: 'From 2', fieldId: id('Number'), from: 2 })
  const meta = `/api/v2/meta/tables/${made.id}`
  const v2 = `/api/v2/tables/${made.id}/records`
  const v3 = `/api/v3/data/${baseId}/${made.id}/records`
  const fields = `fields=${['Name', 'Number', 'Done', 'Status', 'Tags', 'Json', 'Picture'].map(id).join(',')},${loud}`

  await send('GET', '/api/v2/auth/user/me')
  await send('GET', `/api/v3/meta/bases/${baseId}/tables`)
  await send('GET', '/api/v3/meta/bases/nope/tables')
  await send('GET', meta)
  await send('GET', '/api/v2/meta/tables/nope')
  await send('GET', meta, undefined, 'wrong')
  await send('GET', meta, undefined, null)
  await send('GET', '/api/v2/auth/user/me', undefined, 'wrong')

  await send(
    'POST',
    v3,
    [1, 2, 3, 4].map((n) => ({ fields: { Name: `Thing ${n}`, Number: n, Done: n === 1, Tags: ['A'] } })),
  )
  await send(
    'POST',
    v3,
    Array.from({ length: 11 }, () => ({ fields: { Name: 'x' } })),
  )
  await send('POST', v3, [{ fields: { Number: 'many' } }])
  await send('GET', v3)
  await send('GET', `${v3}?pageSize=2&page=1&${fields}`)
  await send('GET', `${v3}?pageSize=2&page=2&${fields}`)
  await send('GET', `${v3}?pageSize=2&page=3&${fields}`)
  await send('GET', `${v3}?pageSize=2&view_id=${viewId}&fields=${id('Number')}`)
  await send('GET', `${v3}?viewId=${viewId}&${fields}`)
  await send('GET', `${v3}?viewId=nope&${fields}`)
  await send('GET', `${v3}?fields=nope`)
  await send('GET', `${v3}?where=(${id('Name')},in,1)&fields=nope`)
  await send('GET', `${v3}?where=(Id,in,1,3,99)&fields=${id('Name')}`)
  await send('GET', `${v3}?where=(Nope,in,1)`)
  await send('GET', `/api/v3/data/nope/${made.id}/records`)
  await send('GET', `/api/v3/data/${baseId}/nope/records`)
  const columns = z
    .object({ list: z.array(z.object({ id: z.string(), fk_column_id: z.string() })) })
    .parse(await admin.call('GET', `/api/v2/meta/views/${viewId}/columns`))
  const column = columns.list.find(({ fk_column_id }) => fk_column_id === id('Name'))
  await send('PATCH', `/api/v2/meta/views/${viewId}/columns/${column?.id}`, { show: false })
  await send('GET', `${v3}?viewId=${viewId}&fields=${id('Name')},${id('Number')}`)

  const row = (Id: unknown, cells: Record<string, unknown>) => ({ Id, ...cells })
  await send('PATCH', v2, [])
  await send('PATCH', v2, [row(1, { [id('Note')]: 'by id' }), row('2', { Note: 'by name', [id('Done')]: true })])
  await send('PATCH', v2, [row(1, { nope: 'dropped without a word' })])
  await send('PATCH', v2, [row(1, { [id('Number')]: 'kept without a word', [id('Status')]: 'no option' })])
  await send('PATCH', v2, [row(1, { [id('Number')]: 1, [id('Status')]: 'Open', [id('Tags')]: ['A', 'B'] })])
  await send('PATCH', v2, [row(1, { [id('Json')]: '{"a":1}', [id('Moment')]: '2026-01-02T03:04:05.000Z' })])
  await send('PATCH', v2, [row(1, { [loud]: 'computed' })])
  await send('PATCH', v2, [row(2, { [id('Note')]: 'not written' }), row(99, { [id('Note')]: 'x' })])
  await send('PATCH', v2, [row('abc', { [id('Note')]: 'x' })])
  await send('PATCH', v2, [row(1, { [id('Note')]: 'x' }), row(1, { [id('Note')]: 'y' })])
  await send('PATCH', v2, [{ [id('Note')]: 'without an id' }])
  await send(
    'PATCH',
    v2,
    Array.from({ length: 101 }, () => row(1, {})),
  )
  await send('PATCH', v2, [row(1, { [id('Note')]: 'x'.repeat(100_001) })])
  await send('PATCH', '/api/v2/tables/nope/records', [row(1, {})])
  await send('PATCH', v3, [{ id: 1, fields: { nope: 'dropped' } }])
  await send('PATCH', v3, [{ id: 1, fields: { [id('Number')]: 'many' } }])
  await send('PATCH', v3, [{ id: 1, fields: { [id('Status')]: 'no option' } }])
  await send(
    'PATCH',
    v3,
    Array.from({ length: 11 }, () => ({ id: 1, fields: {} })),
  )
  await send('GET', v3)

  await send('POST', '/api/v2/storage/upload-by-url', [])
  await send('POST', '/api/v2/storage/upload-by-url', [{ url: 'http://127.0.0.1:9/a.png', fileName: 'a.png' }])
  const stored = await send('POST', '/api/v2/storage/upload-by-url', [{ url: pictureUrl, fileName: 'a.png' }])
  const picture = await fetch(pictureUrl)
  const form = new FormData()
  form.append('file', await picture.blob(), 'b.png')
  const uploaded = await send('POST', '/api/v2/storage/upload', form)
  const files = [...withFiles.parse(stored), ...withFiles.parse(uploaded)]
  await send('PATCH', v2, [row(1, { [id('Picture')]: files })])
  await send('GET', `${v3}?fields=${id('Picture')}`)
  await send('PATCH', v2, [row(1, { [id('Picture')]: [{ title: 'neither url nor path' }] })])
  await send('PATCH', v2, [row(1, { [id('Picture')]: 'text' })])
  await send('PATCH', v2, [row(2, { [id('Picture')]: [{ url: 'https://a.example/x.png', title: 'x.png' }] })])
  await send('GET', `${v3}?fields=${id('Picture')}`)
  await send('PATCH', v2, [row(1, { [id('Picture')]: [] }), row(2, { [id('Picture')]: null })])
  await send('GET', `${v3}?fields=${id('Picture')}`)

  await send('GET', `${meta}/hooks`)
  await send('DELETE', '/api/v2/meta/hooks/nope')
  await send('POST', `/api/v2/meta/tables/${made.id}/forms`, { title: 'A form' })
  await send('PATCH', `/api/v3/meta/bases/${baseId}/fields/${id('Name')}`, { title: 'Called' })
  await send('GET', `${v3}?fields=${id('Name')}`)
  await send('GET', `${v3}?fields=Name`)
  await send('DELETE', v3, [{ id: 4 }])
  await send('DELETE', `/api/v2/meta/columns/${id('Note')}`)
  await send('DELETE', `/api/v2/meta/views/${viewId}`)
  await send('GET', meta)
  await send('DELETE', meta)
  await send('GET', meta)
}

/** What the source itself sends. */
export async function driveSource(server: NocoServer): Promise<void> {
  const { source, table, fieldIds, viewId, files, computedFieldId = '' } = await openFixture(server, 12)
  const fieldId = files?.fieldId ?? ''
  await source.listViews(table)
  for await (const _ of source.pages(table, { viewId }));
  for await (const _ of source.pages(table, { viewId: null, fieldIds: [fieldIds.name, computedFieldId] }));
  await source.getRecords(table, ['1', '7', '99'])
  await source.writeBack(table, [
    { recordId: '1', fields: { [fieldIds.note]: 'done' } },
    { recordId: '99', fields: { [fieldIds.note]: 'gone' } },
    { recordId: '3', fields: { [fieldId]: [{ url: files?.brokenUrl ?? '', filename: 'a.png' }] } },
    { recordId: '4', fields: { [fieldId]: [{ url: files?.url ?? '', filename: 'a.png' }] } },
  ])
  await source.writeBack(table, [
    { recordId: '4', fields: { [fieldId]: [{ url: files?.url ?? '', filename: 'b.png' }] }, append: [fieldId] },
  ])
  const bytes = new TextEncoder().encode('not really a picture')
  const upload = { recordId: '4', fieldId, filename: 'c.bin', contentType: 'application/octet-stream', bytes }
  for (const mode of ['append', 'replace'] as const) await source.upload?.(table, { ...upload, mode })
  const watch = { viewId: null, fieldIds: [fieldIds.name], writesInto: false, hookUrl: 'http://127.0.0.1:9/hooks/1' }
  const subscription = await source.hooks?.subscribe(table, watch)
  if (subscription === undefined) return
  await source.hooks?.renew(table, subscription)
  await source.hooks?.unsubscribe(table, subscription)
}
