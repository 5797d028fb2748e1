import { type Box, type Command, type LayerId, layerAt, parentOf } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'
import { fittedCommands } from './fitted-box.ts'
import { typingInto } from './take-back.ts'

type TextLayer = Extract<TemplateLayer, { type: 'text' }>
type Side = 'start' | 'middle' | 'end'

/** How much wider than its line a box may be that goes around it. */
const NEAR_PX = 2
/** From the edge of the page, of its width. */
const MARGIN_SHARE = 0.05
const IS_RTL = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u

/** A text that grows, upright and on the page itself, whose place and words no field decides. */
function ownText(state: EditorState, id: LayerId): TextLayer | undefined {
  const layer = layerAt(state.document, id)
  if (layer?.type !== 'text' || layer.fit !== 'grow' || parentOf(state.document, id) !== null) return undefined
  const isPlain = typeof (layer.text ?? '') === 'string' && !String(layer.text ?? '').includes('{{')
  const isPlaced = typeof layer.width === 'number' && typeof (layer.x ?? 0) === 'number' && layer.anchor === undefined
  const isUpright = (layer.rotation ?? 0) === 0 && (layer.flip ?? 'none') === 'none'
  return isPlain && isPlaced && isUpright && (layer.wrap ?? 'word') === 'word' ? layer : undefined
}

/** Whether the box of a text goes around its one line, as that of a new text does. */
function hugsLine(state: EditorState, id: LayerId): boolean {
  const place = placeOf(state, id)
  const isOneLine = place?.baselines?.length === 1 && place.textBounds !== undefined
  return isOneLine && Math.abs(place.width - place.textBounds.width) <= NEAR_PX
}

/** The side of the box at which the line begins, or that stays as the line grows. */
function fixedSide({ align = 'start', direction = 'auto' }: TextLayer, words: unknown): Side {
  const isRtl = direction === 'rtl' || (direction === 'auto' && IS_RTL.test(String(words)))
  if (align === 'center') return 'middle'
  if (align === 'left' || align === 'right') return align === 'left' ? 'start' : 'end'
  return isRtl === (align === 'end') ? 'start' : 'end'
}

/** As wide as the page has room from the side that stays; never narrower than it was. */
export function roomFor(
  { x, width }: Pick<Box, 'x' | 'width'>,
  side: Side,
  pageWidth: number,
): Pick<Box, 'x' | 'width'> {
  const margin = Math.round(pageWidth * MARGIN_SHARE)
  const end = x + width
  if (side === 'start') return { x, width: Math.max(width, pageWidth - Math.min(margin, Math.max(0, x)) - x) }
  if (side === 'end') {
    const from = Math.min(x, Math.min(margin, Math.max(0, pageWidth - end)))
    return { x: from, width: end - from }
  }
  const middle = x + width / 2
  const half = Math.max(width / 2, Math.floor(Math.min(middle, pageWidth - middle) - margin))
  return { x: middle - half, width: 2 * half }
}

/**
 * The box of a text that goes around its line gets wider as it is typed into, up to the edge of the page, and goes around
 * the line again afterwards. Any other box stays as wide as it is.
 */
export class AutoWidth {
  readonly #session: EditorSession
  readonly #layer: LayerId
  readonly #isOn: boolean
  #isWidened = false

  constructor(session: EditorSession, layer: LayerId, isNew: boolean) {
    this.#session = session
    this.#layer = layer
    this.#isOn = ownText(session.state, layer) !== undefined && (isNew || hugsLine(session.state, layer))
  }

  /** A change of the text, with the room for it. */
  withRoom(command: Command): Command {
    const { document } = this.#session.state
    const layer = this.#isOn ? ownText(this.#session.state, this.#layer) : undefined
    if (!layer || typeof layer.width !== 'number') return command
    this.#isWidened = true
    const box = { x: Number(layer.x ?? 0), width: layer.width }
    const room = roomFor(box, fixedSide(layer, command.type === 'set' ? command.value : ''), document.design.width)
    const set = (key: 'x' | 'width'): Command => ({ type: 'set', target: this.#layer, path: [key], value: room[key] })
    return { type: 'batch', commands: [command, set('x'), set('width')] }
  }

  /** Once the last letters are drawn. What is done in between comes first, and then it stays. */
  end(): void {
    const session = this.#session
    const layer = this.#layer
    const { last } = session.history
    if (!this.#isWidened) return
    const stop = session.subscribe(look)
    look()
    function look(): void {
      const { state, history } = session
      const isOver = history.last !== last || ownText(state, layer) === undefined
      if (!isOver && state.frame?.design !== state.document.design) return
      stop()
      const commands = isOver ? [] : fittedCommands(state, layer)
      if (commands.length > 0) session.run({ type: 'batch', commands }, { merge: typingInto(layer) })
    }
  }
}
