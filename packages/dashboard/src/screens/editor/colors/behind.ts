import type { Box, LayerId } from '@pictable/editor'
import type { Rgba } from '@pictable/renderer/template'
import { type EditorState, placeOf } from '#dashboard/screens/editor/session/state.ts'
import type { Behind } from './shares.ts'

/** Sides of the picture of what is behind, at most. */
const SAMPLE_PX = 24

function isFrom(path: readonly number[], first: readonly number[]): boolean {
  const at = first.findIndex((index, depth) => path[depth] !== index)
  return at < 0 || (path[at] ?? -1) > (first[at] ?? 0)
}

/** Colours of what is drawn behind a layer and behind groups around it, at the place of the layer; none while it is not drawn. */
export function colorsBehind(state: EditorState, id: LayerId, groups: readonly LayerId[]): readonly Behind[] {
  const places = [id, ...groups].map((each) => placeOf(state, each))
  const bounds = places[0]?.bounds
  if (!bounds || bounds.width <= 0 || bounds.height <= 0) return []
  const drawn = places.map((place) => (place ? pixelsBehind(state, place.path, bounds) : new Uint32Array()))
  const found = new Map<string, { pixels: number[]; count: number }>()
  for (const at of drawn[0]?.keys() ?? []) {
    const pixels = drawn.map((each) => each[at] ?? 0)
    const known = found.get(pixels.join())
    if (known) known.count++
    else found.set(pixels.join(), { pixels, count: 1 })
  }
  return [...found.values()].map(({ pixels: [own = 0, ...others], count }) => {
    return { color: rgbaOf(own), behindGroups: others.map(rgbaOf), count }
  })
}

/** A picture of what is drawn behind the layer of a path. */
function pixelsBehind({ frame }: EditorState, path: readonly number[], bounds: Box): Uint32Array {
  const canvas = document.createElement('canvas')
  const scale = SAMPLE_PX / Math.max(bounds.width, bounds.height)
  const inFront = [...(frame?.placed.values() ?? [])].map((each) => each.path).filter((each) => isFrom(each, path))
  frame?.draw(canvas, { ...bounds, scale }, { except: inFront })
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  return data ? new Uint32Array(data.buffer) : new Uint32Array()
}

/** Of a pixel as all machines that browsers run on hold it: the lowest byte first. */
function rgbaOf(pixel: number): Rgba {
  return [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255, (pixel >>> 24) / 255]
}
