import { ancestorsOf, type LayerId, layersOf, type Point, parentOf } from '@pictable/editor'
import { isInFrame } from '#dashboard/screens/editor/session/pick.ts'
import { type EditorState, isLocked } from '#dashboard/screens/editor/session/state.ts'

/** Layers are held over a group for so long to be put into it. */
const HOLD_MS = 600

/** The front-most group under a point that layers are not in yet. */
function groupUnder(state: EditorState, moved: readonly LayerId[], point: Point): LayerId | null {
  const { document } = state
  const parents = new Set(moved.map((id) => parentOf(document, id)))
  const groups = [...layersOf(document)].flatMap(([id, { layer }]) => (layer.type === 'group' ? [id] : []))
  const found = groups.findLast(
    (id) =>
      !parents.has(id) &&
      !isLocked(document, id) &&
      ![...ancestorsOf(document, id), id].some((around) => moved.includes(around)) &&
      isInFrame(state, id, { point }),
  )
  // What is inside of the layers' own group is nearer than the groups around that.
  const isOutwards = found !== undefined && moved.some((id) => ancestorsOf(document, id).includes(found))
  return found === undefined || isOutwards ? null : found
}

/** The group over which layers are held. */
export class DropGroup {
  #under: LayerId | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #target: LayerId | null = null
  readonly #state: EditorState
  readonly #moved: readonly LayerId[]
  readonly #onChange: () => void

  constructor(state: EditorState, moved: readonly LayerId[], onChange: () => void) {
    this.#state = state
    this.#moved = moved
    this.#onChange = onChange
  }

  /** Where the layers would go if they were released now. */
  get target(): LayerId | null {
    return this.#target
  }

  at(point: Point): void {
    const under = groupUnder(this.#state, this.#moved, point)
    if (under === this.#under) return
    this.#under = under
    this.#target = null
    clearTimeout(this.#timer)
    if (under !== null) this.#timer = setTimeout(() => this.#hold(under), HOLD_MS)
  }

  #hold(group: LayerId): void {
    this.#target = group
    this.#onChange()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** The layers are over no group any more. */
  leave(): void {
    this.stop()
    this.#under = null
    this.#target = null
  }
}
