import type { LayerId } from '@pictable/editor'
import type { Rgba } from '@pictable/renderer/template'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'
import type { Share } from './contrast.ts'

/** Sides of the picture of what is behind, at most. */
const SAMPLE_PX = 24

function isFrom(path: readonly number[], first: readonly number[]): boolean {
  const at = first.findIndex((index, depth) => path[depth] !== index)
  return at < 0 || (path[at] ?? -1) > (first[at] ?? 0)
}

/** Colours of what is drawn behind a layer; none while it is not drawn. */
export function colorsBehind(state: EditorState, id: LayerId): readonly Share[] {
  const { frame } = state
  const place = placeOf(state, id)
  if (!frame || !place || place.bounds.width <= 0 || place.bounds.height <= 0) return []
  const { bounds, path } = place
  const canvas = document.createElement('canvas')
  const scale = SAMPLE_PX / Math.max(bounds.width, bounds.height)
  const inFront = [...frame.placed.values()].map((each) => each.path).filter((each) => isFrom(each, path))
  frame.draw(canvas, { ...bounds, scale }, { except: inFront })
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  const pixels = data ? new Uint32Array(data.buffer) : []
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  return [...counts].map(([pixel, count]) => ({ color: rgbaOf(pixel), count }))
}

/** Of a pixel as all machines that browsers run on hold it: the lowest byte first. */
function rgbaOf(pixel: number): Rgba {
  return [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255, (pixel >>> 24) / 255]
}
