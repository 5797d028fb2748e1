import { bars } from './bars.ts'
import type { Chart, Desk, Draw } from './chart.ts'
import { lines } from './lines.ts'
import { progress, ring } from './progress.ts'
import { slices } from './slices.ts'

type Form = (chart: Chart, desk: Desk) => Draw

/** What a chart can look like. */
export const forms = {
  bar: bars,
  line: (chart, desk) => lines(chart, desk, false),
  area: (chart, desk) => lines(chart, desk, true),
  pie: (chart, desk) => slices(chart, desk, 0),
  donut: (chart, desk) => slices(chart, desk, chart.innerRadius),
  progress,
  ring,
} satisfies Record<string, Form>
