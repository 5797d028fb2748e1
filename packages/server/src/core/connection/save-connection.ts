import { z } from 'zod'
import { issueDetails } from '#core/issue-details.ts'
import { pointer } from '#core/pointer.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import type { World } from '#core/ports/world.ts'
import { refused, refuseIfAny } from '#core/refuse.ts'
import { stored, type Target, toBeChanged } from '#core/revision.ts'
import { isMask, MASK_DETAIL, masked } from '#core/secret-mask.ts'
import type { Connection } from './connection.ts'
import { partSettings, readOwnSettings, type Settings } from './connection-settings.ts'
import { hasOtherTables, movedDestinations, settingsWithRole } from './setting-roles.ts'

type ConnectionWorld = Pick<World, 'clock' | 'data' | 'newId' | 'secrets' | 'sources'>

const objectSchema = z.record(z.string(), z.unknown())

/** @throws AppError `invalid_request` that points at every wrong setting */
function parsed<Output>(schema: z.ZodType<Output>, settings: unknown): Output {
  const result = schema.safeParse(settings)
  if (result.success) return result.data
  throw refused(issueDetails(result.error.issues, ['settings']), 'The settings of the connection are not valid.')
}

function parseSettings({ settings: schema }: SourceKind, settings: unknown): Settings {
  return parsed(schema.strict(), settings)
}

/** @throws AppError `invalid_request` for masks of secrets that are not stored */
function refuseUnknownMasks(entered: Settings, stored: Settings, secretSettings: readonly string[]): void {
  const errors = secretSettings
    .filter((name) => (stored[name] === undefined || entered[name] !== masked(stored[name])) && isMask(entered[name]))
    .map((name) => ({ pointer: pointer('settings', name), detail: MASK_DETAIL }))
  refuseIfAny(errors, 'The settings of the connection are not valid.')
}

/** Keeps the account of a source, its secrets sealed. Whether it answers is for its check to say. */
export async function createConnection(
  world: ConnectionWorld,
  draft: { name: string; source: string; settings: unknown },
): Promise<Connection> {
  const kind = world.sources.kind(draft.source)
  const id = world.newId('connection')
  const settings = parseSettings(kind, draft.settings)
  refuseUnknownMasks(settings, {}, settingsWithRole(kind, 'secret'))
  const now = world.clock.now()
  const connection: Connection = {
    id,
    name: draft.name,
    source: kind.kind,
    ...partSettings(world, { id, source: kind.kind, settings, secretSettings: settingsWithRole(kind, 'secret') }),
    lastTest: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await world.data.transaction((data) => data.connections.insert(connection))
  return connection
}

/** The settings after a change: what is not named stays, null takes away, a mask keeps the secret. */
function merged(before: Settings, change: Settings, secretSettings: readonly string[]): Settings {
  const named = Object.entries(change).filter(([name, value]) => !(secretSettings.includes(name) && isMask(value)))
  return Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(named) }).filter(([, value]) => value !== null),
  )
}

const withDefaults = ({ settings }: SourceKind, stored: Settings): Settings => settings.safeParse(stored).data ?? stored

/** A kept secret goes only to the destination it was entered for: an editor may not know it. */
function refuseRedirected(
  kind: SourceKind,
  { before, change, after }: { before: Settings; change: Settings; after: Settings },
): void {
  // Those that an earlier release stored lack the defaults of later ones.
  const moved = movedDestinations(kind, withDefaults(kind, before), after)
  if (moved.length === 0) return
  const kept = settingsWithRole(kind, 'secret').filter(
    (name) => Boolean(after[name]) && (change[name] === undefined || isMask(change[name])),
  )
  const errors = kept.map((name) => ({
    pointer: pointer('settings', name),
    detail: `must be entered again because ${moved.join(', ')} changes`,
  }))
  refuseIfAny(errors, 'The connection cannot be changed.')
}

/**
 * Most images of its actions beforehand, as all together would keep the actions locked for long. If the change then fails, their
 * cells are written once more.
 */
async function forgetWritten({ data }: Pick<World, 'data'>, connectionId: string): Promise<void> {
  let after: string | undefined
  do {
    const page = await data.actions.list({ connectionId, limit: 100, ...(after !== undefined && { after }) })
    for (const { id } of page.results) await data.outputs.forgetWritten(id)
    after = page.next ?? undefined
  } while (after !== undefined)
}

/** Changes a connection; settings that are not named stay. */
export async function updateConnection(
  world: Omit<ConnectionWorld, 'newId'>,
  { id, revision }: Target,
  change: { name?: string | undefined; settings?: unknown },
): Promise<Connection> {
  const before = toBeChanged(await world.data.connections.get(id), { what: 'connection', id, revision })
  const now = world.clock.now()
  const named = { ...before, name: change.name ?? before.name, updatedAt: now }
  if (change.settings === undefined) return stored(await world.data.connections.update(named), 'connection')
  const kind = world.sources.kind(before.source)
  const secretSettings = settingsWithRole(kind, 'secret')
  const [present, wanted] = [readOwnSettings(world, before), parsed(objectSchema, change.settings)]
  refuseUnknownMasks(wanted, present, secretSettings)
  const after = parseSettings(kind, merged(present, wanted, secretSettings))
  refuseRedirected(kind, { before: present, change: wanted, after })
  const parts = partSettings(world, { id, source: kind.kind, settings: after, secretSettings })
  const isMoved = hasOtherTables(kind, withDefaults(kind, present), after)
  if (isMoved) await forgetWritten(world, id)
  return world.data.transaction(async (data) => {
    const saved = stored(await data.connections.update({ ...named, ...parts, lastTest: null }), 'connection')
    for (const actionId of isMoved ? await data.actions.moveTables(id, now) : []) {
      // The cells there tell nothing of the images, and records that are missing there were not deleted.
      await data.outputs.forgetWritten(actionId)
      await data.deletedRecords.forgetTable(actionId)
    }
    return saved
  })
}
