import { changeableProperties, changeProblem, everyLayer } from '@pictable/renderer/template'
import type { Modification } from '#core/ports/renderer.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { listed } from '#core/words.ts'
import type { RecordModification } from './exception.ts'

/** An output as exceptions name it. */
export interface ChangedOutput {
  name: string
  design: TemplateDesign
}

/** What applies to the image of one output; why single properties do not, by the place of their modification. */
interface Applied {
  modifications: Modification[]
  problems: Map<RecordModification, string[]>
}

function appliedTo({ design }: ChangedOutput, given: RecordModification): { changes: object; problems: string[] } {
  const { name, output: _, ...properties } = given
  const layer = everyLayer(design).find((each) => each.layer.name === name)?.layer
  if (layer === undefined) return { changes: {}, problems: [`there is no layer "${name}"`] }
  const known = new Set(changeableProperties(layer))
  const problemOf = (key: string, value: unknown) =>
    known.has(key) ? changeProblem(layer, key, value) : `layer "${name}" (${layer.type}) has no property "${key}"`
  const checked = Object.entries(properties).map(([key, value]) => ({ key, value, problem: problemOf(key, value) }))
  return {
    changes: Object.fromEntries(
      checked.flatMap(({ key, value, problem }) => (problem === undefined ? [[key, value] as const] : [])),
    ),
    problems: checked.flatMap(({ problem }) => problem ?? []),
  }
}

function apply(output: ChangedOutput, exceptions: readonly RecordModification[]): Applied {
  const applied: Applied = { modifications: [], problems: new Map() }
  // What names the output comes last: of a property that is given twice, the last value counts.
  const ofAll = exceptions.filter((each) => each.output === undefined)
  const ofThis = exceptions.filter((each) => each.output === output.name)
  for (const each of [...ofAll, ...ofThis]) {
    const { changes, problems } = appliedTo(output, each)
    if (Object.keys(changes).length > 0) applied.modifications.push({ ...changes, name: each.name })
    applied.problems.set(each, problems)
  }
  return applied
}

const UNCHANGED: Modification[] = []

/** What the exceptions of a record change in the image of this output; what its template does not have is left out. */
export function modificationsFor(output: ChangedOutput, exceptions: readonly RecordModification[]): Modification[] {
  return exceptions.length === 0 ? UNCHANGED : apply(output, exceptions).modifications
}

/** Why some of a record's exceptions change no image, such as a layer that was deleted since; each a sentence without its end. */
export function unusedExceptions(
  outputs: readonly ChangedOutput[],
  exceptions: readonly RecordModification[],
): string[] {
  if (exceptions.length === 0) return []
  const applied = outputs.map((output) => apply(output, exceptions))
  return exceptions.flatMap((each) => {
    const { output } = each
    if (output !== undefined && !outputs.some(({ name }) => name === output))
      return [`exception of layer "${each.name}": the action has no output "${output}"; it has ${namesOf(outputs)}`]
    const problems = applied.flatMap((one) => {
      const found = one.problems.get(each)
      return found === undefined ? [] : [found]
    })
    // Used by one of the outputs is used.
    if (problems.some((found) => found.length === 0)) return []
    return [...new Set(problems.flat())].map((problem) => `exception of layer "${each.name}": ${problem}`)
  })
}

const namesOf = (outputs: readonly ChangedOutput[]) => listed([...new Set(outputs.map(({ name }) => name))])
