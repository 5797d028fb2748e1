import { openSource } from '#core/connection/open-source.ts'
import { AppError } from '#core/errors.ts'
import type { RecordException, RecordModification } from '#core/output/exception.ts'
import { outputsOf, shownName, templateIdsOf } from '#core/output/outputs-of.ts'
import { readExceptions } from '#core/output/read-exceptions.ts'
import { type DrawnOutput, findUsedLayers, unusedExceptions } from '#core/output/unused-exceptions.ts'
import type { Listing } from '#core/ports/data/page.ts'
import type { SourceRecord } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { nameOf } from '#core/run/reason.ts'
import { knownFamilies } from '#core/template/named-parts.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { nextTurn } from '#core/turns.ts'
import type { Action } from './action.ts'

type ExceptionWorld = Pick<World, 'clock' | 'data'>
type SavingWorld = ExceptionWorld & Pick<World, 'renderer' | 'secrets' | 'sources'>

/** The outputs of an action with the designs that they draw today: one for each template of an output. */
export async function drawnOutputs(world: Pick<World, 'data'>, action: Action): Promise<DrawnOutput[]> {
  const drawn = outputsOf(action).flatMap((output) => {
    const templateIds = templateIdsOf([output])
    return templateIds.map((templateId) => ({ key: output.key, name: shownName(output), templateId, templateIds }))
  })
  return Promise.all(
    drawn.map(async (output) => ({ ...output, design: (await usedVersion(world, output.templateId)).design })),
  )
}

/** What people know the record by, from its last image; null without one. */
async function labelOf({ data }: Pick<World, 'data'>, actionId: string, recordId: string): Promise<string | null> {
  const outputs = (await data.outputs.find(actionId, [recordId])).get(recordId)
  const [last] = outputs?.values() ?? []
  return last === undefined ? null : ((await data.images.labels([last.imageId])).get(last.imageId) ?? '')
}

/** A table that does not answer says nothing: what was typed is saved then. @throws AppError `not_found` */
async function findInTable(world: SavingWorld, action: Action, recordId: string): Promise<void> {
  const { connectionId, baseId, tableId, tableName } = action
  let records: readonly SourceRecord[]
  try {
    const source = await openSource(world, connectionId)
    records = await source.getRecords({ baseId, tableId }, [recordId], { fieldIds: [] })
  } catch (error) {
    if (error instanceof AppError) return
    throw error
  }
  const detail = `The table "${tableName}" has no record "${recordId}". Check the id of the record.`
  if (!records.some(({ id }) => id === recordId)) throw new AppError('not_found', detail)
}

/**
 * Replaces what is changed in the images of a record; its next run renders them so.
 * @throws AppError `not_found`, or `invalid_request` that points at everything wrong
 */
export async function saveException(
  world: SavingWorld,
  { actionId, recordId }: Pick<RecordException, 'actionId' | 'recordId'>,
  given: readonly RecordModification[],
): Promise<RecordException> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  const outputs = await drawnOutputs(world, action)
  const families = await knownFamilies(
    world,
    outputs.map(({ design }) => design),
  )
  const stored = (await world.data.exceptions.get(actionId, recordId))?.modifications ?? []
  const modifications = readExceptions({ outputs, families, stored }, given)
  if ((await labelOf(world, actionId, recordId)) === null) await findInTable(world, action, recordId)
  const now = world.clock.now()
  return world.data.transaction(async (data) => {
    found((await data.actions.lock(actionId)) ? actionId : null, 'action', actionId)
    const before = await data.exceptions.get(actionId, recordId)
    // By now the record may have been erased.
    const label = (await labelOf({ data }, actionId, recordId)) ?? ''
    return data.exceptions.save({
      actionId,
      recordId,
      label,
      modifications,
      usedLayers: findUsedLayers(outputs, modifications, before?.usedLayers),
      createdAt: now,
      updatedAt: now,
    })
  })
}

/** Removes what is changed in the images of a record; its next run renders them as their template says. @returns whether there was any */
export async function deleteException(
  world: ExceptionWorld,
  { actionId, recordId }: Pick<RecordException, 'actionId' | 'recordId'>,
): Promise<boolean> {
  return world.data.transaction(async (data) => {
    found((await data.actions.lock(actionId)) ? actionId : null, 'action', actionId)
    return data.exceptions.delete(actionId, recordId)
  })
}

/** Of an action, records to look at and records to name, and warnings. */
const MAX_CHECKED = 1000
const PAGE = 100
const MAX_NAMED = 5
const MAX_WARNINGS = 20

/**
 * Why exceptions of records change nothing in the images that a template draws, each reason with its records; none when
 * `goesOn` ends it.
 */
export async function findUnusedExceptions(
  world: Pick<World, 'data'>,
  action: Action,
  { templateId, goesOn }: { templateId: string; goesOn: () => boolean },
): Promise<string[]> {
  if (!action.hasExceptions || !goesOn()) return []
  const outputs = await drawnOutputs(world, action)
  const recordsOf = new Map<string, string[]>()
  let after: string | null = ''
  for (let checked = 0; after !== null && checked < MAX_CHECKED; checked += PAGE) {
    const page: Listing<RecordException> = await world.data.exceptions.list({
      ...{ actionId: action.id, limit: PAGE },
      ...(after !== '' && { after }),
    })
    for (const exception of page.results) {
      // Each may have a hundred modifications, of twenty outputs.
      await nextTurn()
      if (!goesOn()) return []
      for (const { outputs: missed, problem } of unusedExceptions(outputs, exception))
        if (missed.some((output) => output.templateId === templateId)) {
          const records = recordsOf.get(problem) ?? []
          recordsOf.set(problem, records)
          records.push(nameOf(exception))
        }
    }
    after = page.next
  }
  return [...recordsOf].slice(0, MAX_WARNINGS).map(([problem, records]) => {
    const more = records.length > MAX_NAMED ? ` and ${records.length - MAX_NAMED} more` : ''
    return `${records.length === 1 ? 'Record' : 'Records'} ${records.slice(0, MAX_NAMED).join(', ')}${more}: ${problem}.`
  })
}
