import { changeProblem, everyLayer } from '@pictable/renderer/template'
import type { Modification } from '#core/ports/renderer.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import type { RecordModification } from './exception.ts'

/** An output as exceptions name it. */
export interface ChangedOutput {
  name: string
  design: TemplateDesign
}

/** Why a modification does not apply. */
export interface ApplyProblem {
  /** null: none of its properties does. */
  property: string | null
  words: string
}

/** What applies to the image of one output; why single properties do not, by the place of their modification. */
interface Applied {
  modifications: Modification[]
  problems: Map<RecordModification, ApplyProblem[]>
}

function appliedTo(
  { design }: ChangedOutput,
  given: RecordModification,
): { changes: object; problems: ApplyProblem[] } {
  const { name, output: _, ...properties } = given
  const layer = everyLayer(design).find((each) => each.layer.name === name)?.layer
  if (layer === undefined) return { changes: {}, problems: [{ property: null, words: `there is no layer "${name}"` }] }
  const checked = Object.entries(properties).map(([key, value]) => ({
    key,
    value,
    problem: changeProblem(layer, key, value),
  }))
  return {
    changes: Object.fromEntries(
      checked.flatMap(({ key, value, problem }) => (problem === undefined ? [[key, value] as const] : [])),
    ),
    problems: checked.flatMap(({ key, problem }) => (problem === undefined ? [] : [{ property: key, words: problem }])),
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

/** Why the exceptions of a record, or single properties of them, do not apply to this output; of each that is meant for it. */
export function problemsOf(
  output: ChangedOutput,
  exceptions: readonly RecordModification[],
): ReadonlyMap<RecordModification, readonly ApplyProblem[]> {
  return apply(output, exceptions).problems
}
