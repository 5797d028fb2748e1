import { layerAt } from '@pictable/editor'
import { t } from '#dashboard/strings/editing.ts'
import { frameIn } from './laid-out.ts'
import type { EditorState } from './state.ts'
import { boundsOfSelection } from './view-actions.ts'

const short = (length: number) => String(Math.round(length * 10) / 10)

/** `420 x 80 at 60, 40`. */
function placeWords({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string {
  return t('editor.said_place', { width: short(width), height: short(height), x: short(x), y: short(y) })
}

/** What is selected, in words: who, and where. Undefined while it is not drawn yet. */
export function describeSelection(state: EditorState): { who: string; place: string; kind: string } | undefined {
  const { document, selection } = state
  const [only, ...others] = selection
  if (only === undefined) return { who: t('editor.said_nothing'), place: '', kind: '' }
  if (others.length > 0) {
    const box = boundsOfSelection(state)
    return box
      ? { who: t('editor.said_layers', { count: selection.length }), place: placeWords(box), kind: '' }
      : undefined
  }
  const layer = layerAt(document, only)
  const frame = frameIn(state, only)
  if (!layer) return undefined
  const kind = t(`editor.kind_${layer.type}`)
  return { who: layer.name, place: frame ? placeWords(frame) : t('editor.said_hidden'), kind }
}
