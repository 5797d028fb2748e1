import { modelNotFound, notPermitted, schemaNotFound } from './errors.ts'
import { type Actor, type Base, findTable, type Permission, type Table, type Token } from './model.ts'
import type { World } from './world.ts'

/** A request that was let in. */
export interface Call {
  world: World
  token: Token
  /** The parts of the path that a route names. */
  path: Readonly<Record<string, string>>
  query: Record<string, unknown>
  body: unknown
}

export interface Route {
  /** What the counters call it. */
  kind: string
  method: string
  /** `:name` stands for one part. */
  path: string
  scopes: readonly string[]
  permission: Permission
  /** Metadata and webhooks, which go on when the month's calls are used up. */
  isMeta?: true
  host?: 'content'
  handle(call: Call): unknown
}

const ranks: readonly Permission[] = ['read', 'comment', 'edit', 'create']

/** Throws unless the token may do this. */
export function authorize(token: Token, route: Route): void {
  if (!route.scopes.every((scope) => token.scopes.has(scope))) throw modelNotFound()
  if (ranks.indexOf(token.permission) < ranks.indexOf(route.permission)) throw notPermitted()
}

export const reaches = (token: Token, base: Base): boolean => token.bases === null || token.bases.has(base.id)

export function requireBase({ world, token, path }: Call, missing = modelNotFound): Base {
  const base = world.bases.find(({ id }) => id === path.base)
  if (!base || !reaches(token, base)) throw missing()
  return base
}

export const requireSchema = (call: Call): Base => requireBase(call, schemaNotFound)

export function requireTable(call: Call): Table {
  const table = findTable(requireBase(call), call.path.table ?? '')
  if (!table) throw modelNotFound()
  return table
}

export const actorOf = ({ token }: Call): Actor => ({
  source: 'publicApi',
  user: token.user,
  permission: token.permission,
})
