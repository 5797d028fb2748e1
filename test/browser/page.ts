import { createBrowserRenderer, type DrawJob, type TemplateInput } from '@pictable/renderer/browser'

const renderer = createBrowserRenderer({ fonts: await (await fetch('/fonts.json')).json() })
const canvas = document.createElement('canvas')
document.body.append(canvas)

interface Run {
  text: string
  x: number
  y: number
}

/** Every text that is drawn, with its place on its canvas. */
let runs: Run[] = []
const { fillText } = CanvasRenderingContext2D.prototype
CanvasRenderingContext2D.prototype.fillText = function record(text: string, x: number, y: number) {
  const { a, b, c, d, e, f } = this.getTransform()
  runs.push({ text, x: a * x + c * y + e, y: b * x + d * y + f })
  fillText.call(this, text, x, y)
}

const page = {
  /** Draws a picture and says where its texts stand. */
  async draw(job: DrawJob) {
    runs = []
    try {
      const picture = await renderer.layOut(job)
      picture.draw(canvas)
      return { runs, layers: picture.report.layers, ms: picture.report.ms, png: canvas.toDataURL('image/png') }
    } catch (error) {
      return { error: String(error) }
    }
  },
  /** Milliseconds of each frame while a layer is dragged. */
  async drag(job: DrawJob & { template: TemplateInput }, layer: string, frames: number) {
    const template = renderer.prepare(job.template)
    const times: number[] = []
    for (let at = 0; at < frames; at++) {
      const start = performance.now()
      const modifications = [...(job.modifications ?? []), { name: layer, x: 10 + at, y: 20 + at / 2 }]
      const picture = await renderer.layOut({ ...job, template, modifications })
      picture.draw(canvas)
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
