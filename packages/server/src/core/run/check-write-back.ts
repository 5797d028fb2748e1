import type { Failure } from '@pictable/model/failure'
import type { FieldRef } from '@pictable/model/field'
import type { FieldCheck, WriteCheck } from '@pictable/model/write-check'
import type { Action } from '#core/action/action.ts'
import { type AttachmentWay, attachmentWay, type PublicAddress } from '#core/action/attachment-way.ts'
import { openSourceOrNull } from '#core/connection/open-source.ts'
import { AppError } from '#core/errors.ts'
import { imageUrl } from '#core/image/image-url.ts'
import { outputsOf } from '#core/output/outputs-of.ts'
import type { CellCheck, FieldValue, Source } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { imageIdOf } from './image-id.ts'

/** A cell as runs write it; `isOfAll`: into every record, not only into those that fail. */
interface WrittenCell {
  field: FieldRef
  value: FieldValue
  isOfAll: boolean
}

export type CheckWorld = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'secrets' | 'sources'> & PublicAddress

/** As long as the reasons of most failures. */
const someReason = 'Record rec12345678901234 "Spring Sale": the image in field Photo returned 403: the link has expired'

/** What is written into the fields of an action; URLs of images are as long as these. */
function cellsOf({ clock, digest, newId, publicUrl }: CheckWorld, action: Action): WrittenCell[] {
  const ofAll = (field: FieldRef | undefined, value: FieldValue) =>
    field === undefined ? [] : [{ field, value, isOfAll: true }]
  const ofFailed = (field: FieldRef | undefined, value: FieldValue) =>
    field === undefined ? [] : [{ field, value, isOfAll: false }]
  const ofImages = outputsOf(action).flatMap(({ cells: { url, attachment }, settings: { formats } }) => {
    const id = imageIdOf(digest, newId('run'), { n: 0 })
    const address = imageUrl(publicUrl, id, { hash: 'f'.repeat(64), format: formats[0] ?? 'png' })
    return [...ofAll(url, address), ...ofAll(attachment?.field, [{ url: address, filename: 'image.png' }])]
  })
  const { status, error, renderedAt } = action.writeBack ?? {}
  return [
    ...ofImages,
    ...ofAll(status, 'completed'),
    ...ofFailed(status, 'failed'),
    ...ofAll(error, null),
    ...ofFailed(error, someReason),
    ...ofAll(renderedAt, clock.now().toISOString()),
  ]
}

interface Check {
  source: Source
  action: Action
  /** No one waits any more: the check ends, whatever the table is doing. */
  signal?: AbortSignal | undefined
}

/** The result of the work, unless the signal is first: then it does not begin, or is left alone. @throws the signal's reason */
async function orAborted<Result>(begin: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return begin()
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([begin(), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** An error says nothing of the cells: reading the table tells what it is about. */
async function askSource({ source, action, signal }: Check, cells: readonly WrittenCell[]): Promise<CellCheck[]> {
  const { baseId, tableId } = action
  try {
    const planned = cells.map(({ field, value }) => ({ fieldId: field.id, value }))
    return await orAborted(() => source.checkWrite({ baseId, tableId }, planned), signal)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message } = error
    return cells.map(() => ({ result: 'unknown', message }))
  }
}

const isFile = ({ value }: WrittenCell) =>
  Array.isArray(value) && value.some((item: unknown) => typeof item === 'object' && 'url' in Object(item))

/** The table takes files in general, and cannot fetch those of a server without a public address. */
function checkFiles(checks: readonly CellCheck[], cells: readonly WrittenCell[], way: AttachmentWay): CellCheck[] {
  if (!('problem' in way)) return [...checks]
  const { problem: message } = way
  return checks.map((check, index) => {
    const cell = cells[index]
    return cell !== undefined && isFile(cell) && check.result !== 'failed' ? { result: 'failed', message } : check
  })
}

/** The worst that was found of the cells of a field, which says most of what to do. */
function judge(found: readonly { cell: WrittenCell; check: CellCheck }[]): Pick<FieldCheck, 'result' | 'message'> {
  const failed = found.filter(({ check }) => check.result === 'failed')
  const worst =
    failed.find(({ cell }) => cell.isOfAll) ?? failed[0] ?? found.find(({ check }) => check.result === 'unknown')
  if (worst === undefined || worst.check.result === 'passed') return { result: 'passed', message: null }
  const { result, message } = worst.check
  return { result: result === 'failed' && !worst.cell.isOfAll ? 'warning' : result, message }
}

/**
 * Asks the table of an action, in at most 3 requests, whether its results could be written into it. Writes into no record.
 * null where nothing is written.
 */
export async function checkWriteBack(world: CheckWorld, check: Check): Promise<WriteCheck | null> {
  const { action } = check
  const cells = cellsOf(world, action)
  if (cells.length === 0) return null
  const way = attachmentWay(check.source.capabilities, world)
  const checks = checkFiles(await askSource(check, cells), cells, way)
  const byField = Map.groupBy(
    cells.flatMap((cell, index) => {
      const check = checks[index]
      return check === undefined ? [] : [{ cell, check }]
    }),
    ({ cell }) => cell.field.id,
  )
  const fields = [...byField.values()].flatMap((found) => {
    const [first] = found
    return first === undefined ? [] : [{ field: first.cell.field, ...judge(found) }]
  })
  return { checkedAt: world.clock.now().toISOString(), fields }
}

/** Why a run would write nothing into the table; null when it may, or when the action is to run all the same. */
export function whyNotWritten({ tableName, writeBack }: Action, check: WriteCheck | null): Failure | null {
  const failed = (check?.fields ?? []).filter(({ result }) => result === 'failed')
  if (failed.length === 0 || writeBack?.ignoreCheck) return null
  const messages = [...new Set(failed.map(({ message }) => message))]
  return {
    code: 'write_back_impossible',
    message: `The results cannot be written into the table "${tableName}", so nothing was rendered. ${messages.join(' ')}`,
  }
}

/** @throws AppError `write_back_impossible` */
export function refuseUnwritable(action: Action, check: WriteCheck | null): void {
  const failure = whyNotWritten(action, check)
  if (failure !== null) throw new AppError('write_back_impossible', failure.message)
}

/** Someone waits for the answer: what takes longer is found when the run reads the table. */
const PATIENCE_MS = 5000

/**
 * Looks whether the results of an action could be written into its table. null where nothing is written, and where the table
 * cannot be asked, or not in time.
 */
export async function lookAtWriteBack(
  world: CheckWorld,
  action: Action,
  signal?: AbortSignal,
): Promise<WriteCheck | null> {
  const look = async () => {
    const source = await openSourceOrNull(world, action.connectionId)
    return source && checkWriteBack(world, { source, action, signal })
  }
  const { promise: isLate, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), PATIENCE_MS)
  try {
    return await Promise.race([look(), isLate])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Before someone starts a run by hand. @returns whether the check was made; the run need not repeat it
 * @throws AppError `write_back_impossible`
 */
export async function requireWritable(world: CheckWorld, actionId: string, signal?: AbortSignal): Promise<boolean> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  const check = await lookAtWriteBack(world, action, signal)
  if (check === null) return false
  await world.data.actions.noteWriteCheck(action, check)
  refuseUnwritable(action, check)
  return true
}
