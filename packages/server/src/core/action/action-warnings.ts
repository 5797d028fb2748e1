import { openSource, openSourceOrNull } from '#core/connection/open-source.ts'
import { AppError } from '#core/errors.ts'
import { fileExtensionOf } from '#core/image/image-url.ts'
import { designsOf } from '#core/output/designs-of.ts'
import { constantNameWarnings } from '#core/output/file-name-notices.ts'
import { outputsOf } from '#core/output/outputs-of.ts'
import { stableUrl } from '#core/output/stable-url.ts'
import type { DuplicateKey } from '#core/ports/data/record-keys.ts'
import type { Source } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { findListing } from '#core/run/find-listing.ts'
import { inParallel } from '#core/run/in-parallel.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { shortened } from '#core/words.ts'
import type { Action } from './action.ts'
import { type AttachmentWay, addressCure, addressProblem, attachmentWay, type PublicAddress } from './attachment-way.ts'
import { hasStableIds } from './deleted-table.ts'
import { unfilledIn } from './resolve-mapping.ts'
import { findUnusedExceptions } from './save-exception.ts'

/** What will not work as one might think, and the cure, in words for people who do not program. Asks the table nothing. */
export async function actionWarnings(
  world: Pick<World, 'data' | 'secrets' | 'sources'> & PublicAddress,
  action: Action,
  /** Records that are missing from the table together. */
  missing = 0,
): Promise<string[]> {
  return [
    ...action.unfilled,
    ...constantNameWarnings(action.fileName),
    ...warningsOfMissing(action, missing),
    ...(await warningsOfRowNumbers(world, action)),
    ...(await warningsOfKeys(world, action)),
    ...(await warningsOfAddress(world, action)),
  ]
}

/** Names in the templates that nothing in the table of the action fills. @throws AppError `source_…` */
export async function unfilledNow(
  world: Pick<World, 'clock'>,
  action: Action,
  { source, designs }: { source: Source; designs: readonly TemplateDesign[] },
): Promise<string[]> {
  const listing = await findListing(source, action, { names: [], now: world.clock.now() })
  return unfilledIn(designs, listing)
}

/** How long a publication waits: what the tables take longer for is noted later, and runs warn of exceptions. */
const PATIENCE_MS = 3000
/** A template may be that of all actions. */
const ACTIONS_AT_ONCE = 4

/** An action in which something does not work with the published version of a template. */
export interface AffectedAction extends Pick<Action, 'id' | 'title'> {
  warnings: string[]
}

/**
 * After a template was published: the actions in whose tables nothing fills some of its names, which is noted in them, and
 * those with exceptions of records that change nothing in it.
 */
export async function findAffected(
  world: Pick<World, 'clock' | 'data' | 'log' | 'secrets' | 'sources'>,
  templateId: string,
): Promise<AffectedAction[]> {
  const actions = await world.data.actions.usingTemplate(templateId)
  let isOver = false
  const foundBy = (check: (action: Action) => Promise<string[]>) => {
    const found = new Map<string, readonly string[]>()
    const work = async (action: Action) => void found.set(action.id, await checked(world, action, check))
    return { found, end: inParallel(actions, { atOnce: ACTIONS_AT_ONCE, goesOn: () => true, work }) }
  }
  // Side by side: neither slow tables nor many exceptions hold up the other check.
  const unfilled = foundBy((action) => noteUnfilled(world, action))
  const unused = foundBy((action) => findUnusedExceptions(world, action, { templateId, goesOn: () => !isOver }))
  const time = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())
  await Promise.race([Promise.all([unfilled.end, unused.end]), time])
  isOver = true
  return actions.flatMap(({ id, title }) => {
    const warnings = [unfilled, unused].flatMap(({ found }) => found.get(id) ?? [])
    return warnings.length === 0 ? [] : [{ id, title, warnings }]
  })
}

async function checked(
  { log }: Pick<World, 'log'>,
  action: Action,
  check: (action: Action) => Promise<string[]>,
): Promise<string[]> {
  try {
    return await check(action)
  } catch (error) {
    // The next run notes it, or tells why the table cannot be read.
    if (!(error instanceof AppError)) log.warn({ action_id: action.id, error }, 'An action could not be checked')
    return []
  }
}

async function noteUnfilled(
  world: Pick<World, 'clock' | 'data' | 'secrets' | 'sources'>,
  action: Action,
): Promise<string[]> {
  const [source, designs] = await Promise.all([openSource(world, action.connectionId), designsOf(world, action)])
  const unfilled = await unfilledNow(world, action, { source, designs })
  if (String(unfilled) !== String(action.unfilled)) await world.data.actions.update({ ...action, unfilled })
  return unfilled
}

function warningsOfMissing({ tableName }: Action, missing: number): string[] {
  if (missing === 0) return []
  return [
    `${missing} records with images are missing from the table "${tableName}", which is more than half of them. Nothing was unpublished. Restore the records in the table, or confirm that they were deleted.`,
  ]
}

/** Where the key of a connection was removed after the action was saved. */
async function warningsOfRowNumbers(
  world: Pick<World, 'data' | 'secrets' | 'sources'>,
  { connectionId, deletedRecords, tableName }: Action,
): Promise<string[]> {
  if (deletedRecords === 'keep') return []
  const source = await openSourceOrNull(world, connectionId)
  if (source === null || hasStableIds(source)) return []
  return [
    `Deleted rows of the table "${tableName}" are not noticed, and their images are kept: rows are known by their numbers. Set a key field in the connection.`,
  ]
}

const MAX_SHOWN = 5
const MAX_KEY_CHARACTERS = 200

const nameOf = ({ id, label }: DuplicateKey['record']) => (label === '' ? id : `"${label}" (${id})`)

function sameKeys({ key, record, first }: DuplicateKey, url: string): string {
  const shown = (text: string) => `"${shortened(text, MAX_KEY_CHARACTERS)}"`
  const records = `The records ${nameOf(first)} and ${nameOf(record)}`
  const keys =
    first.key === key
      ? `have the same key ${shown(key)}`
      : `have the keys ${shown(first.key)} and ${shown(key)}, which give the same URL`
  return `${records} ${keys}: ${url} shows the first. Change the key of one of them, then run the action.`
}

/** Records that have no stable URL of their own. */
async function warningsOfKeys(
  { data, publicUrl }: Pick<World, 'data' | 'publicUrl'>,
  { id: actionId, stableUrls, output }: Action,
): Promise<string[]> {
  if (stableUrls === null) return []
  const hasKeys = (await data.recordKeys.someSlug(actionId)) !== null
  if (!hasKeys && (await data.images.list({ actionId, limit: 1 })).results.length > 0)
    return [
      'Its stable URLs lead to no image yet, because no run has read the keys since they were set. Run the action: unchanged records are not rendered again.',
    ]
  const found = await data.recordKeys.duplicates(actionId, MAX_SHOWN + 1)
  const [format = 'png'] = output.formats
  const warnings = found.slice(0, MAX_SHOWN).map((each) => {
    const place = { actionId, slug: each.slug, output: null, extension: fileExtensionOf({ format }) }
    return sameKeys(each, stableUrl(publicUrl, place))
  })
  if (found.length > MAX_SHOWN)
    warnings.push('More records have the same keys: filter the records of the last run by the warning.')
  const without = await data.recordKeys.withoutSlug(actionId, MAX_SHOWN + 1)
  if (without.length > 0) {
    const names = without.slice(0, MAX_SHOWN).map(nameOf).join(', ')
    const more = without.length > MAX_SHOWN ? ' and more' : ''
    warnings.push(
      `These records have no stable URL, because their keys are empty or have neither letters nor digits: ${names}${more}. Change their keys, then run the action.`,
    )
  }
  return warnings
}

async function warningsOfAddress(
  world: Pick<World, 'data' | 'secrets' | 'sources'> & PublicAddress,
  action: Action,
): Promise<string[]> {
  const problem = addressProblem(world)
  if (problem === null) return []
  const { connectionId } = action
  const cells = outputsOf(action).map((output) => output.cells)
  const hasFiles = cells.some(({ attachment }) => attachment !== undefined)
  const way = hasFiles ? await wayOf(world, connectionId) : null
  const shown = [
    ...(cells.some(({ url }) => url !== undefined) ? ['URLs'] : []),
    ...(way !== null && 'by' in way && way.by === 'url' ? ['images'] : []),
  ]
  const effects = [
    ...(shown.length > 0 ? [`The ${shown.join(' and ')} in the table do not open from anywhere else.`] : []),
    ...(way !== null && 'maxBytes' in way
      ? ['The table cannot fetch the images from there, so Pictable uploads them with one request for each image.']
      : []),
  ]
  return [
    ...(effects.length > 0 ? [[problem, ...effects, addressCure].join(' ')] : []),
    ...(way !== null && 'problem' in way ? [way.problem] : []),
  ]
}

/** null where the connection cannot be opened. */
async function wayOf(
  world: Pick<World, 'data' | 'secrets' | 'sources'> & PublicAddress,
  connectionId: string,
): Promise<AttachmentWay | null> {
  const source = await openSourceOrNull(world, connectionId)
  return source && attachmentWay(source.capabilities, world)
}
