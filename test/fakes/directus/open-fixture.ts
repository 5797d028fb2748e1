import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SourceFixture } from '#test/conformance/source.ts'
import { type Account, descriptionOf, openDescribed } from '#test/fakes/hosted/open-described.ts'
import { createWay } from '#test/fakes/hosted/way-out.ts'

export const openDirectus = (account: Account, send = createWay().send) =>
  openDescribed(descriptionOf('directus'), account, send)

/** What tests do as an administrator of a Directus, real or fake. */
export function createAdmin({ url, token }: Account) {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    call,
    /** Also one that is gone already. */
    async removeCollection(collection: string): Promise<void> {
      await call('DELETE', `/collections/${collection}`).catch(() => {})
    },
    /** @returns the token of a user who may read a collection and change nothing */
    async createReader(collection: string): Promise<string> {
      const reader = randomBytes(12).toString('hex')
      const may = (of: string) => ({ collection: of, action: 'read', fields: ['*'], permissions: {} })
      const policy = { name: 'Reader', permissions: [collection, 'directus_collections', 'directus_fields'].map(may) }
      await call('POST', '/users', {
        email: `${reader}@example.com`,
        password: reader,
        token: reader,
        policies: { create: [{ policy }], update: [], delete: [] },
      })
      return reader
    },
    /** @returns the id of a stored file */
    async addFile(): Promise<string> {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(70)], { type: 'image/png' }), 'picture.png')
      const response = await fetch(`${url}/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      return z.object({ data: z.object({ id: z.string() }) }).parse(await response.json()).data.id
    },
  }
}

export const numberKey = {
  field: 'id',
  type: 'integer',
  schema: { is_primary_key: true, has_auto_increment: true },
  meta: { hidden: true },
}

export const newName = (): string => `t${randomBytes(6).toString('hex')}`

export const choice = {
  interface: 'select-dropdown',
  options: {
    choices: [
      { text: 'Is open', value: 'Open' },
      { text: 'Is closed', value: 'Closed' },
    ],
  },
}

/** A collection for the conformance suite. */
export async function openFixture(account: Account, count: number): Promise<SourceFixture> {
  const way = createWay()
  const admin = createAdmin(account)
  const collection = newName()
  const fields = [
    numberKey,
    { field: 'Name', type: 'string', schema: {} },
    { field: 'Number', type: 'integer', schema: {} },
    { field: 'Note', type: 'text', schema: {} },
    { field: 'Short', type: 'string', schema: { max_length: 20 } },
  ]
  await admin.call('POST', '/collections', { collection, meta: {}, schema: {}, fields })
  const state = { field: 'State', type: 'string', schema: {}, meta: choice }
  await admin.call('POST', `/fields/${collection}`, state)
  await admin.call(
    'POST',
    `/items/${collection}`,
    Array.from({ length: count }, (_, n) => ({ Name: `Record ${n}`, Number: n })),
  )
  return {
    source: openDirectus(account, way.send),
    table: { baseId: 'directus', tableId: collection },
    fieldIds: { name: 'Name', number: 'Number', note: 'Note' },
    viewId: null,
    count,
    removeRecord: async (recordId) => void (await admin.call('DELETE', `/items/${collection}/${recordId}`)),
    computedFieldId: 'id',
    wrongNumber: 'many',
    countRequests: () => way.requests,
    countWrites: () => way.writes,
    writeChecks: {
      openReadOnly: async () => openDirectus({ ...account, token: await admin.createReader(collection) }),
      choiceFieldId: 'State',
      shortFieldId: 'Short',
    },
    wrongSource: openDirectus({ ...account, token: 'wrong' }),
    slowDown: (times) => {
      way.slowDowns = times
    },
    // Without a licence, Directus takes few collections.
    close: () => admin.removeCollection(collection),
    remove: {
      field: async () => void (await admin.call('DELETE', `/fields/${collection}/Note`)),
      table: () => admin.removeCollection(collection),
    },
  }
}
