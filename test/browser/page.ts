import {
  createBrowserRenderer,
  type DrawJob,
  draw,
  hitTest,
  type TemplateInput,
  textLayout,
} from '@pictable/renderer/browser'
import { compareCarets } from './compare-carets.ts'
import { compareRedraws } from './compare-redraws.ts'
import { recordRuns } from './record-runs.ts'

const renderer = createBrowserRenderer({
  fonts: await (await fetch('/fonts.json')).json(),
  async unpackWoff2(bytes) {
    const answer = await fetch('/layout-tables', { method: 'POST', body: new Uint8Array(bytes) })
    return new Uint8Array(await answer.arrayBuffer())
  },
})
const canvas = document.createElement('canvas')
document.body.append(canvas)

const recording = recordRuns(CanvasRenderingContext2D.prototype)

const page = {
  engine: { renderer, createBrowserRenderer, draw, hitTest, textLayout },
  compareCarets: (sample: Parameters<typeof compareCarets>[1]) => compareCarets(renderer, sample),
  compareRedraws: (job: Parameters<typeof compareRedraws>[1], view: Parameters<typeof compareRedraws>[2]) =>
    compareRedraws(renderer, job, view),
  /** Draws a picture and says where its texts stand. */
  async draw(job: DrawJob) {
    try {
      const picture = await renderer.layOut(job)
      draw(picture, canvas)
      const runs = recording.runs()
      return { runs, layers: picture.report.layers, ms: picture.report.ms, png: canvas.toDataURL('image/png') }
    } catch (error) {
      return { error: String(error) }
    }
  },
  /** Draws a picture, and says where its layers and lines of text are. */
  async look(job: DrawJob) {
    const picture = await renderer.layOut(job)
    draw(picture, canvas)
    const layers = picture.layers.map(({ name, bounds }) => ({ name, bounds }))
    const lines = picture.layers.flatMap(({ name, path, matrix, hidden }) =>
      (hidden ? [] : (textLayout(picture, path)?.lines ?? [])).map(({ x, y, width, height }) => {
        return { name, matrix: [...matrix], box: { x, y, width, height } }
      }),
    )
    return { layers, lines, png: canvas.toDataURL('image/png') }
  },
  /** Milliseconds of each frame while a layer is dragged. */
  async drag(job: DrawJob & { template: TemplateInput }, layer: string, frames: number) {
    const template = renderer.prepare(job.template)
    const times: number[] = []
    for (let at = 0; at < frames; at++) {
      const start = performance.now()
      const modifications = [...(job.modifications ?? []), { name: layer, x: 10 + at, y: 20 + at / 2 }]
      const picture = await renderer.layOut({ ...job, template, modifications })
      draw(picture, canvas)
      times.push(performance.now() - start)
    }
    return times.sort((one, other) => one - other)
  },
}

declare global {
  interface Window {
    page: typeof page
  }
}
window.page = page
