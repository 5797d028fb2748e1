import type { Started } from '#renderer/jobs/prepared.ts'
import { everyFilled, type Pictured } from '#renderer/model/filled-layer.ts'
import type { LayerReport } from '#renderer/model/layer-kind.ts'
import { conditionOf } from '#renderer/template/slots.ts'
import { look } from '#renderer/template/source-value.ts'
import { variablesOf } from '#renderer/template/variables.ts'
import { holds } from '#renderer/values/condition.ts'
import { isEmpty } from '#renderer/values/value.ts'
import type { Filled } from './fill.ts'
import { everyLoaded, type Loaded } from './load.ts'

export interface Missing {
  /** Why pictures are absent or were replaced, each reason once. */
  readonly reason: string
  /** The record has none, and the design says what is shown instead. */
  readonly isExpected: boolean
}

export type Showing = Filled &
  Pick<Loaded, 'images'> & {
    readonly job: Pick<Started['job'], 'values'>
    readonly prepared: Pick<Started['prepared'], 'template'>
  }

/** What is to be said about pictures of a layer, or of the page, that are not there; undefined where all are. */
export function missingOf(layer: Pictured, state: Showing, drawn?: LayerReport): Missing | undefined {
  const absent = everyLoaded(state.images.get(layer)).filter(({ missing }) => missing !== undefined)
  const reasons = new Set([drawn?.missing, ...absent.map(({ missing }) => missing)])
  reasons.delete(undefined)
  if (reasons.size === 0) return undefined
  const isNoneGiven = drawn?.missing === undefined && absent.every(({ isNotGiven }) => isNotGiven)
  const isReplaced = absent.every(({ pixels }) => pixels !== undefined)
  return {
    reason: [...reasons].join('; '),
    isExpected: isNoneGiven && (isReplaced || isOtherShown(layer, state)),
  }
}

/** Whether another layer is shown because the value of the picture is empty. */
function isOtherShown({ name }: Pictured, { drawing, job, prepared }: Showing): boolean {
  const values = job.values ?? {}
  const empty = variablesOf(prepared.template)
    .filter((use) => use.layer === name && use.kind === 'image' && isEmpty(look(values, use.name)))
    .map((use) => use.name)
  if (empty.length === 0) return false
  const conditions = everyFilled(drawing.layers).flatMap(({ content, source }) => {
    const condition = content && conditionOf(source)
    return condition ? [condition] : []
  })
  return conditions.some(
    (condition) =>
      holds(condition, values) && empty.some((value) => !holds(condition, { ...values, [value]: 'a picture' })),
  )
}
