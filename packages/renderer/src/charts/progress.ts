import { roundedOutline } from '#renderer/drawing/shape.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import { type Chart, colorAt, type Desk, type Draw, startRadians } from './chart.ts'
import { fillSlice } from './slices.ts'

/** How much of `max` is reached, 0 to 1. */
function reached({ numbers, min = 0, max = 100 }: Chart): number {
  return max > min ? Math.min(1, Math.max(0, ((numbers[0] ?? 0) - min) / (max - min))) : 0
}

/** A bar that fills from the left, or from below when it is upright. */
export function progress(chart: Chart, { setWords, write }: Desk): Draw {
  const { width, height, radius, showValues } = chart
  const share = reached(chart)
  const whole = { x: 0, y: 0, width, height }
  const isUpright = height > width
  const part = isUpright
    ? { x: 0, y: height * (1 - share), width, height: height * share }
    : { x: 0, y: 0, width: width * share, height }
  const label = showValues ? setWords(write(chart.numbers[0] ?? 0), whole) : undefined
  return (pen) => {
    const { context } = pen
    const outline = roundedOutline(radius)
    context.save()
    context.beginPath()
    outline(context, whole, 0)
    context.clip()
    context.fillStyle = styleOf(pen, chart.trackFill, chart)
    context.fillRect(0, 0, width, height)
    context.fillStyle = styleOf(pen, colorAt(chart, 0), chart)
    context.beginPath()
    outline(context, part, 0)
    context.fill()
    context.restore()
    label?.draw(pen)
  }
}

/** A ring that fills clockwise, the value in its middle. */
export function ring(chart: Chart, { setWords, write }: Desk): Draw {
  const { width, height, innerRadius, fontSize } = chart
  const outer = Math.min(width, height) / 2
  const circle = { x: width / 2, y: height / 2, outer, inner: outer * innerRadius }
  const angle = reached(chart) * 2 * Math.PI
  const side = circle.inner * 1.4
  const box = { x: circle.x - side / 2, y: circle.y - fontSize, width: side, height: fontSize * 2 }
  const label = chart.showValues ? setWords(write(chart.numbers[0] ?? 0), box) : undefined
  const start = startRadians(chart)
  return (pen) => {
    const { context } = pen
    fillSlice(context, circle, { start, end: start + 2 * Math.PI, style: styleOf(pen, chart.trackFill, chart) })
    if (angle > 0) {
      const style = styleOf(pen, colorAt(chart, 0), chart)
      fillSlice(context, circle, { start, end: start + angle, style })
      if (chart.radius > 0 && angle < 2 * Math.PI) roundEnds(style)
    }
    label?.draw(pen)

    function roundEnds(style: typeof context.fillStyle): void {
      context.fillStyle = style
      const [middle, half] = [(circle.outer + circle.inner) / 2, (circle.outer - circle.inner) / 2]
      for (const end of [start, start + angle]) {
        context.beginPath()
        context.arc(circle.x + Math.cos(end) * middle, circle.y + Math.sin(end) * middle, half, 0, 2 * Math.PI)
        context.fill()
      }
    }
  }
}
