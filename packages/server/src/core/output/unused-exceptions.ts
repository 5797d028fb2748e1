import { listed } from '#core/words.ts'
import { type ApplyProblem, type ChangedOutput, problemsOf } from './apply-exceptions.ts'
import type { AppliedException, RecordModification, UsedLayer } from './exception.ts'

/** An output with one of the templates that it draws. */
export interface DrawnOutput extends ChangedOutput {
  key: string
  templateId: string
  /** All templates of the output. */
  templateIds: readonly string[]
}

export interface UnusedException {
  /** Those whose images it does not change; none where the output that it names is gone. */
  outputs: readonly DrawnOutput[]
  modification: RecordModification
  /** null: none of its properties changes anything. */
  property: string | null
  /** Whether it changes other outputs. */
  isUsed: boolean
  /** Why, as a sentence without its end. */
  problem: string
  /** The same without the name of the layer. */
  reason: string
}

/** Bound of what is remembered for one record: a run reads the exceptions of a hundred records together. */
const MAX_USED_LAYERS = 1000

const keyOf = ({ layer, output, templateId }: UsedLayer) => JSON.stringify([layer, output, templateId])

/** The layers that these modifications change in full; those of `before` stay, as long as their layer is modified. */
export function findUsedLayers(
  outputs: readonly DrawnOutput[],
  modifications: readonly RecordModification[],
  before: readonly UsedLayer[] = [],
): UsedLayer[] {
  const now = outputs.flatMap(({ key: output, templateId, ...changed }) =>
    [...problemsOf(changed, modifications)].flatMap(([{ name: layer }, problems]) =>
      problems.length === 0 ? [{ layer, output, templateId }] : [],
    ),
  )
  const kept = before.filter(({ layer }) => modifications.some(({ name }) => name === layer))
  return [...new Map([...now, ...kept].map((used) => [keyOf(used), used])).values()].slice(0, MAX_USED_LAYERS)
}

/** Whether the output had the layer: in this template, or in one that it drew before in place of its templates of today. */
function hadLayer({ key, templateId, templateIds }: DrawnOutput, layer: string, used: readonly UsedLayer[]): boolean {
  const before = used.filter((each) => each.layer === layer && each.output === key)
  const still = before.filter((each) => templateIds.includes(each.templateId))
  return still.length === 0 ? before.length > 0 : still.some((each) => each.templateId === templateId)
}

interface Place {
  output: DrawnOutput
  problem: ApplyProblem
}

function placesWords(places: readonly Place[]): string {
  const named = places.map(({ output: { name, templateIds, design } }) => {
    return templateIds.length === 1 ? `"${name}"` : `"${name}" with the template "${design.name}"`
  })
  return `the ${places.length === 1 ? 'output' : 'outputs'} ${named.join(', ')}`
}

/**
 * Exceptions of a record that change nothing: in all outputs, or in one that had their layer when they were saved. A template
 * that never had the layer is no reason.
 */
export function unusedExceptions(
  outputs: readonly DrawnOutput[],
  { modifications, usedLayers }: AppliedException,
): UnusedException[] {
  if (modifications.length === 0) return []
  const applied = outputs.map((output) => ({ output, problems: problemsOf(output, modifications) }))
  const names = [...new Set(outputs.map(({ name }) => name))]
  return modifications.flatMap((each) => {
    const { name: layer, output: named } = each
    if (named !== undefined && !names.includes(named)) {
      const reason = `the action has no output "${named}"; it has ${listed(names)}`
      const problem = `exception of layer "${layer}": ${reason}`
      return [{ outputs: [], modification: each, property: null, isUsed: false, problem, reason }]
    }
    const found = applied.flatMap(({ output, problems }) => {
      const own = problems.get(each)
      return own === undefined ? [] : [{ output, problems: own }]
    })
    const isUsed = found.some(({ problems }) => problems.length === 0)
    const missed = isUsed ? found.filter(({ output }) => hadLayer(output, layer, usedLayers)) : found
    const places = missed.flatMap(({ output, problems }) => problems.map((problem): Place => ({ output, problem })))
    return [...Map.groupBy(places, ({ problem: { words } }) => words)].map(([words, same]) => {
      const reason = isUsed ? `changes nothing in ${placesWords(same)}: ${words}` : words
      return {
        outputs: same.map(({ output }) => output),
        ...{ modification: each, isUsed, property: same[0]?.problem.property ?? null },
        problem: `exception of layer "${layer}"${isUsed ? '' : ':'} ${reason}`,
        reason,
      }
    })
  })
}
