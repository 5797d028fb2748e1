import type { Pen } from '#renderer/canvas/canvas.ts'
import { measureShape, roundedOutline } from '#renderer/drawing/shape.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable, Part, Pictures, PlacedLayer } from '#renderer/model/layer-kind.ts'
import { type Padding, sidesOf } from '#renderer/properties/padding.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import type { Radius } from '#renderer/properties/radius.ts'
import type { Stroke } from '#renderer/properties/stroke.ts'
import { arrange, isInFlow } from './arrange.ts'
import { type Stack, stack } from './stack.ts'

interface GroupProperties extends Omit<Stack, 'padding' | 'layout'> {
  readonly layout: 'free' | Stack['layout']
  readonly padding: Padding
  readonly clip: boolean
  readonly radius: Radius
  readonly fill: Paint
  readonly stroke?: Stroke | undefined
  readonly pictures: Pictures
}

/** Places the children of a group and finds out how large it is. */
export function measureGroup(group: GroupProperties, parts: readonly Part[]): Drawable {
  const { layout, padding: given, radius, clip, pictures } = group
  const padding = sidesOf(given)
  const stacked = layout === 'free' ? undefined : stack({ ...group, layout, padding }, parts.filter(isInFlow(parts)))
  const children = arrange(parts, stacked?.places)
  const { width, height } = sizeOf(group, stacked ?? farthest(children))
  const look = { outline: roundedOutline(radius), pictures, isWhole: group.fit !== 'fixed' }
  const frame = measureShape({ ...group, width, height }, look)
  const textBounds = around(children.flatMap(textOf))
  return {
    ...frame,
    ...(textBounds && { textBounds }),
    children,
    single: false,
    ...(clip && {
      clip({ context }: Pen) {
        context.beginPath()
        roundedOutline(radius)(context, { x: 0, y: 0, width, height }, 0)
        context.clip()
      },
    }),
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Hugging wraps at the width (height) that is written, so that one stays. */
function sizeOf({ fit, width, height, wrap, layout }: GroupProperties, needed: Size): Size {
  if (fit === 'fixed') return { width, height }
  const grown = { width: Math.max(width, needed.width), height: Math.max(height, needed.height) }
  if (fit === 'grow') return grown
  return {
    width: wrap && layout === 'row' ? grown.width : needed.width,
    height: wrap && layout === 'column' ? grown.height : needed.height,
  }
}

function farthest(children: readonly PlacedLayer[]): Size {
  return {
    width: Math.max(0, ...children.map(({ x, drawable }) => x + drawable.width)),
    height: Math.max(0, ...children.map(({ y, drawable }) => y + drawable.height)),
  }
}

function textOf({ drawable: { textBounds }, x, y }: PlacedLayer): Box[] {
  return textBounds ? [{ ...textBounds, x: x + textBounds.x, y: y + textBounds.y }] : []
}

function around(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
