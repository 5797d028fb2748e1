import { z } from 'zod'

/** What people do in NocoDB itself, over its API: works on the real server and on the fake alike. */
export interface NocoAdmin {
  call(method: string, path: string, body?: unknown): Promise<unknown>
  createBase(title: string): Promise<string>
  createTable(baseId: string, title: string, fields: readonly Record<string, unknown>[]): Promise<MadeTable>
  addField(table: MadeTable, field: Record<string, unknown>): Promise<string>
  /** A grid that shows the records whose number is at least this, by the number. */
  createView(table: MadeTable, options: { title: string; fieldId: string; from: number }): Promise<string>
  addRecords(table: MadeTable, records: readonly Record<string, unknown>[], perRequest?: number): Promise<void>
  removeRecord(table: MadeTable, recordId: string): Promise<void>
  remove(path: string): Promise<void>
  /** @returns the token of a new user who may only look at the base */
  createViewer(baseId: string): Promise<string>
}

export interface MadeTable {
  baseId: string
  id: string
  /** By name. */
  fields: ReadonlyMap<string, string>
}

const withId = z.object({ id: z.string() })
const tableAnswer = withId.extend({ fields: z.array(withId.extend({ title: z.string() })) })

const tokenAnswer = z.object({ token: z.string() })

/** More are refused. */
const MAX_PER_REQUEST = 10

export function createAdmin({ url, token }: { url: string; token: string }): NocoAdmin {
  async function call(
    method: string,
    path: string,
    body?: unknown,
    credentials: Record<string, string> = { 'xc-token': token },
  ): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...credentials, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }
  const recordsPath = ({ baseId, id }: MadeTable) => `/api/v3/data/${baseId}/${id}/records`

  return {
    call,
    async createBase(title) {
      return withId.parse(await call('POST', '/api/v2/meta/bases/', { title })).id
    },
    async createTable(baseId, title, fields) {
      const made = tableAnswer.parse(await call('POST', `/api/v3/meta/bases/${baseId}/tables`, { title, fields }))
      return { baseId, id: made.id, fields: new Map(made.fields.map((field) => [field.title, field.id])) }
    },
    async addField({ baseId, id }, field) {
      return withId.parse(await call('POST', `/api/v3/meta/bases/${baseId}/tables/${id}/fields`, field)).id
    },
    async createView({ baseId, id }, { title, fieldId, from }) {
      const view = withId.parse(await call('POST', `/api/v2/meta/tables/${id}/grids`, { title }))
      const path = `/api/v3/meta/bases/${baseId}/views/${view.id}`
      await call('POST', `${path}/filters`, { field_id: fieldId, operator: 'gte', value: String(from) })
      await call('POST', `${path}/sorts`, { field_id: fieldId, direction: 'asc' })
      return view.id
    },
    async addRecords(table, records, perRequest = MAX_PER_REQUEST) {
      for (let from = 0; from < records.length; from += perRequest) {
        const some = records.slice(from, from + perRequest).map((fields) => ({ fields }))
        await call('POST', recordsPath(table), some)
      }
    },
    async removeRecord(table, recordId) {
      await call('DELETE', recordsPath(table), [{ id: Number(recordId) }])
    },
    async remove(path) {
      await call('DELETE', path)
    },
    async createViewer(baseId) {
      const email = `viewer-of-${baseId}@example.com`
      const signUp = { email, password: 'Only-for-tests-2' }
      const session = tokenAnswer.parse(await call('POST', '/api/v1/auth/user/signup', signUp, {})).token
      await call('POST', `/api/v2/meta/bases/${baseId}/users`, { email, roles: 'viewer' })
      return tokenAnswer.parse(await call('POST', '/api/v1/tokens', { description: 'tests' }, { 'xc-auth': session }))
        .token
    },
  }
}
