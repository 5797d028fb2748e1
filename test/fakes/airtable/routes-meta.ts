import { z } from 'zod'
import { invalid, invalidRequest, unsupported } from './errors.ts'
import { isCreatable, isKnownType, mayBePrimary } from './field-types.ts'
import { createId } from './ids.ts'
import { readInput } from './read-input.ts'
import { actorOf, type Call, type Route, reaches, requireSchema } from './route.ts'
import { addTable, presentTable } from './schema.ts'
import { publishChanges } from './webhook-payload.ts'

const nothing = z.strictObject({})
const include = z.literal('visibleFieldIds')
const includeSchema = z.strictObject({ include: z.union([include, z.array(include)]).optional() })
const pageSchema = z.strictObject({ offset: z.string().optional() })
const tableSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1).optional(),
  fields: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        type: z.string(),
        description: z.string().optional(),
        options: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1),
})

function whoami({ world, token, query }: Call): unknown {
  readInput(nothing, query, world.settings.strict)
  const { user, scopes, kind } = token
  return {
    id: user.id,
    ...(scopes.has('user.email:read') ? { email: user.email } : {}),
    ...(kind === 'oauth' ? { scopes: [...scopes] } : {}),
  }
}

/** The offset carries its place after an id that looks like Airtable's. */
function listBases({ world, token, query }: Call): unknown {
  const { offset } = readInput(pageSchema, query, world.settings.strict)
  const bases = world.bases.filter((base) => reaches(token, base))
  const start = offset ? bases.findIndex(({ id }) => offset.endsWith(`/${id}`)) : 0
  if (start < 0) throw invalid('INVALID_OFFSET_VALUE', `The value of offset ${offset} is invalid`)
  const end = start + world.settings.basesPerPage
  const next = bases[end]
  return {
    bases: bases.slice(start, end).map(({ id, name }) => ({ id, name, permissionLevel: token.permission })),
    ...(next ? { offset: `${createId('itr')}/${next.id}` } : {}),
  }
}

function listTables(call: Call): unknown {
  const { include: wanted } = readInput(includeSchema, call.query, call.world.settings.strict)
  return { tables: requireSchema(call).tables.map((table) => presentTable(table, wanted !== undefined)) }
}

function createTable(call: Call): unknown {
  const { world, body, query } = call
  readInput(nothing, query, world.settings.strict)
  const base = requireSchema(call)
  const draft = readInput(tableSchema, body, world.settings.strict)
  const names = new Set(draft.fields.map(({ name }) => name.toLowerCase()))
  if (names.size < draft.fields.length) throw invalid('DUPLICATE_OR_EMPTY_FIELD_NAME', 'Field names must be unique')
  if (base.tables.some(({ name }) => name.toLowerCase() === draft.name.toLowerCase())) {
    throw invalid('DUPLICATE_TABLE_NAME', `Table names must be unique: ${draft.name}`)
  }
  for (const { type } of draft.fields) {
    if (isCreatable(type)) continue
    if (type === 'multipleRecordLinks') throw unsupported('Creating links, which brings a field in the other table')
    const what = isKnownType(type) ? 'Creating fields of this type is not supported' : 'Unknown field type'
    throw invalid('INVALID_FIELD_TYPE_OPTIONS_FOR_CREATE', `${what}: ${type}`)
  }
  if (!mayBePrimary(draft.fields[0]?.type ?? '')) throw invalidRequest('The first field cannot be the primary field.')
  const table = addTable(base, draft)
  publishChanges(world, base, {
    changes: [{ kind: 'table', table, way: 'add', previous: {} }],
    actor: actorOf(call),
  })
  return presentTable(table, false)
}

const meta = { permission: 'read', isMeta: true } as const

export const metaRoutes: readonly Route[] = [
  { ...meta, kind: 'whoami', method: 'GET', path: '/v0/meta/whoami', scopes: [], handle: whoami },
  {
    ...meta,
    kind: 'listBases',
    method: 'GET',
    path: '/v0/meta/bases',
    scopes: ['schema.bases:read'],
    handle: listBases,
  },
  {
    ...meta,
    kind: 'listTables',
    method: 'GET',
    path: '/v0/meta/bases/:base/tables',
    scopes: ['schema.bases:read'],
    handle: listTables,
  },
  {
    ...meta,
    kind: 'createTable',
    method: 'POST',
    path: '/v0/meta/bases/:base/tables',
    scopes: ['schema.bases:write'],
    permission: 'create',
    handle: createTable,
  },
]
