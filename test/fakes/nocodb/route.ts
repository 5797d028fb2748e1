import { uploadByUrl, uploadForm } from './files.ts'
import { addHook, listHooks, removeHook } from './hooks.ts'
import {
  addBase,
  addField,
  addFilter,
  addSort,
  addTable,
  addView,
  changeViewColumn,
  listBases,
  listTables,
  listViewColumns,
  readTableV2,
  removeField,
  removeTable,
  removeView,
  renameField,
} from './meta.ts'
import { type FakeWorld, refuse, unsupported } from './model.ts'
import { addRecords, listLinks, listRecords, patchV2, patchV3, removeRecords } from './records.ts'

export interface FakeRequest {
  method: string
  url: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  raw: Uint8Array
  /** The JSON of the body. */
  body: unknown
  /** What stands in the path. */
  params: Readonly<Record<string, string | undefined>>
}

type Handler = (world: FakeWorld, request: FakeRequest) => unknown

const me = { email: 'admin@example.com', display_name: null, roles: { 'org-level-creator': true } }

const v3Records = '/api/v3/data/:base/:table/records'

const routes: readonly [method: string, path: string, handler: Handler][] = [
  ['GET', '/api/v2/auth/user/me', () => me],
  ['GET', '/api/v2/meta/bases/', listBases],
  ['POST', '/api/v2/meta/bases/', addBase],
  ['POST', '/api/v2/meta/bases/:base/users', () => ({ msg: 'The user has been invited successfully' })],
  ['GET', '/api/v3/meta/bases/:base/tables', listTables],
  ['POST', '/api/v3/meta/bases/:base/tables', addTable],
  ['POST', '/api/v3/meta/bases/:base/tables/:table/fields', addField],
  ['POST', '/api/v3/meta/bases/:base/views/:view/filters', addFilter],
  ['POST', '/api/v3/meta/bases/:base/views/:view/sorts', addSort],
  ['GET', '/api/v2/meta/tables/:table', readTableV2],
  ['DELETE', '/api/v2/meta/tables/:table', removeTable],
  ['POST', '/api/v2/meta/tables/:table/grids', (world, request) => addView(world, request, 'grids')],
  ['POST', '/api/v2/meta/tables/:table/forms', (world, request) => addView(world, request, 'forms')],
  ['GET', '/api/v2/meta/tables/:table/hooks', listHooks],
  ['POST', '/api/v2/meta/tables/:table/hooks', addHook],
  ['DELETE', '/api/v2/meta/hooks/:hook', removeHook],
  ['GET', '/api/v2/meta/views/:view/columns', listViewColumns],
  ['PATCH', '/api/v2/meta/views/:view/columns/:column', changeViewColumn],
  ['DELETE', '/api/v2/meta/views/:view', removeView],
  ['PATCH', '/api/v3/meta/bases/:base/fields/:field', renameField],
  ['DELETE', '/api/v2/meta/columns/:field', removeField],
  ['GET', v3Records, listRecords],
  ['GET', '/api/v3/data/:base/:table/links/:field/:record', listLinks],
  ['POST', v3Records, addRecords],
  ['PATCH', v3Records, patchV3],
  ['DELETE', v3Records, removeRecords],
  ['PATCH', '/api/v2/tables/:table/records', patchV2],
  ['POST', '/api/v2/storage/upload', uploadForm],
  ['POST', '/api/v2/storage/upload-by-url', uploadByUrl],
]

function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split('/')
  const given = path.split('/')
  if (expected.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return null
  }
  return params
}

const viewerMayNot = 'Forbidden - You do not have permission to update data with the roles: Viewer.'

/** A user signs up, and makes a token: each new user is invited as a viewer. */
function signUp(world: FakeWorld, { url }: Pick<FakeRequest, 'url'>): unknown {
  const token = world.newId('u')
  if (url.endsWith('/tokens')) world.viewers.add(token)
  return { token }
}

/** Answers as the real server does, or says that it cannot. @throws FakeError */
export async function route(world: FakeWorld, request: Omit<FakeRequest, 'params'>): Promise<unknown> {
  const { pathname } = new URL(request.url)
  if (world.settings.isOld && pathname.startsWith('/api/v3/')) {
    throw refuse(404, 'NOT_FOUND', `Cannot ${request.method} ${pathname}`)
  }
  if (pathname.startsWith('/api/v1/')) return signUp(world, request)
  const token = request.headers['xc-token'] ?? ''
  if (world.viewers.has(token) && request.method !== 'GET') throw refuse(403, 'ERR_FORBIDDEN', viewerMayNot)
  const isGuest = pathname === '/api/v2/auth/user/me'
  if (token !== world.token && !world.viewers.has(token)) {
    if (isGuest) return { roles: { guest: true }, workspace_roles: null, base_roles: null }
    throw refuse(401, 'ERR_AUTHENTICATION_REQUIRED', 'Authentication required - Invalid token')
  }
  for (const [method, pattern, handler] of routes) {
    const params = method === request.method ? paramsOf(pattern, pathname) : null
    if (params !== null) return handler(world, { ...request, params })
  }
  throw unsupported(`${request.method} ${pathname}`)
}
