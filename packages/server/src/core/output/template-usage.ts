import type { CountAccuracy } from '@pictable/model/image'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { type ActionOutput, outputsOf, templateIdsOf } from './outputs-of.ts'

/** An action that uses a template, and how many of its records have an image of it. */
export interface TemplateUse {
  actionId: string
  title: string
  records: number
  accuracy: CountAccuracy
}

/**
 * The actions that use the template. The records that have an image of it are those that the next run renders again once
 * another version is published: their fingerprints name the version. Asks no table.
 */
export async function templateUsage({ data }: Pick<World, 'data'>, templateId: string): Promise<TemplateUse[]> {
  found(await data.templates.get(templateId), 'template', templateId)
  const actions = await data.actions.usingTemplate(templateId)
  const totals = await data.runs.lastTotals(actions.map(({ id }) => id))
  const mostRows = Math.min(MAX_COUNTED, Math.floor(MAX_READ / actions.length))
  const uses: TemplateUse[] = []
  for (const action of actions) {
    const outputs = outputsOf(action).filter((output) => templateIdsOf([output]).includes(templateId))
    const { id: actionId, title } = action
    const counted = { actionId, templateId, outputs, total: totals.get(actionId) ?? 0, mostRows }
    uses.push({ actionId, title, ...(await countRecords(data, counted)) })
  }
  return uses
}

/** What counting reads of one action; a larger one has as many records as its last run of all. */
const MAX_COUNTED = 10_000

/** What counting reads of all actions together. */
const MAX_READ = 100_000

interface Counted {
  actionId: string
  templateId: string
  outputs: readonly ActionOutput[]
  /** Of the last run of all records; 0 without one. */
  total: number
  mostRows: number
}

async function countRecords(
  data: World['data'],
  { actionId, templateId, outputs, total, mostRows }: Counted,
): Promise<Pick<TemplateUse, 'records' | 'accuracy'>> {
  // Of a table in which a field chooses the template, a run does not say which records have this one.
  const isByValue = outputs.every(({ templateBy }) => templateBy !== null)
  const estimate = { records: isByValue ? 0 : total, accuracy: 'estimate' } as const
  if (estimate.records > mostRows) return estimate
  const keys = outputs.map(({ key }) => key)
  const counted = { keys, templateId: isByValue ? templateId : null, mostRows }
  const { count, isAll } = await data.outputs.countRecords(actionId, counted)
  if (isAll) return { records: count, accuracy: 'exact' }
  return estimate.records > 0 ? estimate : { records: count, accuracy: 'at_least' }
}
