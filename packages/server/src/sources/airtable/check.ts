import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { SourceCheck, TableRef } from '#core/ports/source.ts'
import { type Reader, readPage } from './read-records.ts'
import { refusalIn } from './refusal.ts'
import type { AirtableBase } from './schema.ts'

const whoami = z.looseObject({
  id: z.string(),
  email: z.string().optional(),
  /** Airtable tells them of OAuth tokens only. */
  scopes: z.array(z.string()).optional(),
})
const anything = z.unknown()

const tokensPage = 'airtable.com/create/tokens'

const noSchema = `The token cannot list bases. Add the scope schema.bases:read at ${tokensPage}.`
const noBases = `The token has access to no base. Add the bases that Pictable may use at ${tokensPage}.`
const noReading = `The token cannot read records, so no image can be rendered. Add the scope data.records:read at ${tokensPage}.`
const noWriting = `The token cannot update records, so images cannot be written back. Add the scope data.records:write at ${tokensPage}.`
const noWebhooks = `The token lacks the scope webhook:manage, so Pictable polls the table for changes, which takes more calls. Add the scope at ${tokensPage}.`
export const onlyReads = (names: string) =>
  `The owner of the token has read-only access to ${names}, so images cannot be written back there. Make the owner an editor of the base.`

/** Whether the token lacks the right; any other error is not what is asked here. */
async function isForbidden(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return false
  } catch (error) {
    if (refusalIn(error)?.status === 403) return true
    throw error
  }
}

async function basesOf({ schema }: Reader): Promise<AirtableBase[]> {
  try {
    return await schema.bases()
  } catch (error) {
    if (refusalIn(error)?.status === 403) throw new AppError('source_forbidden', noSchema, { cause: error })
    throw error
  }
}

export const mayEdit = ({ permissionLevel = 'create' }: AirtableBase) => ['edit', 'create'].includes(permissionLevel)

/** Asks to update no records at all: Airtable looks at the right before it looks at the request. */
export async function cannotWrite({ api }: Reader, { baseId, tableId }: TableRef): Promise<boolean> {
  const path = `/v0/${encodeURIComponent(baseId)}/${encodeURIComponent(tableId)}`
  const update = { method: 'PATCH', path, baseId, body: { records: [] }, answer: anything, isRead: false } as const
  try {
    return await isForbidden(() => api.call(update))
  } catch (error) {
    if (refusalIn(error)?.status === 422) return false
    throw error
  }
}

async function cannotManageHooks({ api }: Reader, baseId: string): Promise<boolean> {
  const path = `/v0/bases/${encodeURIComponent(baseId)}/webhooks`
  return isForbidden(() => api.call({ method: 'GET', path, baseId, answer: anything, isRead: true }))
}

/** What the token lacks, found by trying it on one base. */
async function triedOn(reader: Reader, base: AirtableBase): Promise<string[]> {
  const warnings: string[] = []
  const [table] = await reader.schema.tables(base.id)
  if (table !== undefined) {
    const ref = { baseId: base.id, tableId: table.id }
    if (await isForbidden(() => readPage(reader, ref, { fields: [table.primaryFieldId], maxRecords: 1 })))
      warnings.push(noReading)
    if (mayEdit(base) && (await cannotWrite(reader, ref))) warnings.push(noWriting)
  }
  if (await cannotManageHooks(reader, base.id)) warnings.push(noWebhooks)
  return warnings
}

function toldScopes(scopes: readonly string[]): string[] {
  const needed = [
    ['data.records:read', noReading],
    ['data.records:write', noWriting],
    ['webhook:manage', noWebhooks],
  ] as const
  return needed.flatMap(([scope, warning]) => (scopes.includes(scope) ? [] : [warning]))
}

/**
 * Whether the account works, and what it lacks, in at most six calls.
 * @throws AppError when nothing can work: a wrong token, no base, no right to see bases
 */
export async function checkAccount(reader: Reader): Promise<SourceCheck> {
  const path = '/v0/meta/whoami'
  const { id, email, scopes } = await reader.api.call({
    method: 'GET',
    path,
    baseId: null,
    answer: whoami,
    isRead: true,
  })
  const bases = await basesOf(reader)
  const base = bases.find(mayEdit) ?? bases[0]
  if (base === undefined) throw new AppError('source_forbidden', noBases)
  const readOnly = bases.filter((each) => !mayEdit(each)).map(({ name }) => `"${name}"`)
  return {
    account: email ?? id,
    warnings: [
      ...(scopes === undefined ? await triedOn(reader, base) : toldScopes(scopes)),
      ...(readOnly.length > 0 ? [onlyReads(readOnly.slice(0, 5).join(', '))] : []),
    ],
  }
}
