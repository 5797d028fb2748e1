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
  const uses: TemplateUse[] = []
  for (const action of await data.actions.usingTemplate(templateId)) {
    const outputs = outputsOf(action).filter((output) => templateIdsOf([output]).includes(templateId))
    const { id: actionId, title } = action
    uses.push({ actionId, title, ...(await countRecords(data, { actionId, templateId, outputs })) })
  }
  return uses
}

interface Counted {
  actionId: string
  templateId: string
  outputs: readonly ActionOutput[]
}

/** What counting reads of one action; a larger one has as many records as its last run of all. */
const MAX_COUNTED = 10_000

async function countRecords(
  data: World['data'],
  { actionId, templateId, outputs }: Counted,
): Promise<Pick<TemplateUse, 'records' | 'accuracy'>> {
  // Of a table in which a field chooses the template, a run does not say which records have this one.
  const isByValue = outputs.every(({ templateBy }) => templateBy !== null)
  const total = isByValue ? 0 : await lastTotal(data, actionId)
  if (total > MAX_COUNTED) return { records: total, accuracy: 'estimate' }
  const keys = outputs.map(({ key }) => key)
  const counted = { keys, templateId: isByValue ? templateId : null, mostRows: MAX_COUNTED }
  const { count, isAll } = await data.outputs.countRecords(actionId, counted)
  return { records: count, accuracy: isAll ? 'exact' : 'at_least' }
}

/** Of the last run of all records; 0 without one. */
async function lastTotal(data: World['data'], actionId: string): Promise<number> {
  const { results } = await data.runs.list({ actionId, state: 'completed', limit: 20 })
  return results.find(({ recordIds, limit }) => recordIds === null && limit === null)?.total ?? 0
}
