import { createBrowserRenderer, draw, type Modification } from '@pictable/renderer/browser'

const renderer = createBrowserRenderer({ fonts: await (await fetch('/fonts.json')).json() })
const card = renderer.prepare({
  schema: 1,
  width: 1200,
  height: 630,
  background: { type: 'linear', angle: 120, stops: [{ color: '#1e1b4b' }, { color: '#7c3aed' }] },
  layers: [
    { type: 'rectangle', name: 'Bar', x: 60, y: 60, width: 80, height: 10, fill: '#f59e0b', radius: 5 },
    {
      ...{ type: 'text', name: 'Title', x: 60, y: 100, width: 1080, height: 300 },
      ...{ text: { bind: 'Title', fallback: 'No title' }, fontSize: 96, fontWeight: 800, fill: '#ffffff' },
    },
    { type: 'qr-code', name: 'Code', x: 980, y: 410, width: 160, height: 160, value: 'https://example.com' },
  ],
})

const canvas = find('canvas', HTMLCanvasElement)
const title = find('#title', HTMLInputElement)
const said = find('#said', HTMLElement)
let moved: readonly Modification[] = []

/** Draws at most once per frame of the screen. */
let frame = 0
function show(): void {
  cancelAnimationFrame(frame)
  frame = requestAnimationFrame(async () => {
    const picture = await renderer.layOut({ template: card, values: { Title: title.value }, modifications: moved })
    draw(picture, canvas)
    const { lines = 0, fit = 1 } = picture.report.layers.Title ?? {}
    said.textContent = `${lines} lines at ${Math.round(fit * 100)} %`
  })
}

title.addEventListener('input', show)
canvas.addEventListener('pointermove', ({ buttons, offsetX, offsetY }) => {
  if (buttons === 0) return
  const scale = canvas.width / canvas.clientWidth
  moved = [{ name: 'Code', x: offsetX * scale - 80, y: offsetY * scale - 80 }]
  show()
})
show()

function find<Found extends Element>(selector: string, kind: new () => Found): Found {
  const found = document.querySelector(selector)
  if (found instanceof kind) return found
  throw new Error(`there is no ${selector}`)
}
