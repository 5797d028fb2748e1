import type { LayerMessage } from '#dashboard/screens/editor/messages/layer-messages.ts'

/** How well a design suits a record. */
export interface Fit {
  /** Layers that cannot be drawn. */
  readonly failed: number
  /** Texts and tables that are cut off, or larger than their box. */
  readonly cut: number
  /** Other warnings, such as of a missing picture or missing letters. */
  readonly others: number
  /** Of its texts, the scale of that which was shrunk most; 1: none was. */
  readonly scale: number
}

type Kind = Pick<LayerMessage, 'kind' | 'topic'>

export function fitOf(messages: readonly Kind[], scales: readonly number[]): Fit {
  const count = (isCounted: (message: Kind) => boolean) => messages.filter(isCounted).length
  const isCut = ({ topic }: Kind) => topic === 'cut' || topic === 'overflow'
  return {
    failed: count(({ kind }) => kind === 'error'),
    cut: count((message) => message.kind === 'warning' && isCut(message)),
    others: count((message) => message.kind === 'warning' && !isCut(message)),
    scale: Math.min(1, ...scales),
  }
}

export const countWarnings = ({ failed, cut, others }: Fit): number => failed + cut + others

/** Smaller differences cannot be seen. */
const SEEN_SCALE = 0.95

export const isShrunk = ({ scale }: Fit): boolean => scale < SEEN_SCALE

function compare(one: Fit, other: Fit): number {
  const by = [
    other.failed - one.failed,
    other.cut - one.cut,
    other.others - one.others,
    // What is no warning comes after all that are.
    Number(isShrunk(other)) - Number(isShrunk(one)),
    one.scale - other.scale,
  ]
  return by.find((difference) => difference !== 0) ?? 0
}

/** The worst first: failed, cut off, with other warnings, shrunk most. Others, and those that are not known yet, stay in their order. */
export function sortByFit(ids: readonly string[], fitOfId: (id: string) => Fit | undefined): readonly string[] {
  const known = ids.map((id) => ({ id, fit: fitOfId(id) ?? NOTHING_WRONG }))
  return known.toSorted((one, other) => compare(one.fit, other.fit)).map(({ id }) => id)
}

const NOTHING_WRONG = fitOf([], [])
