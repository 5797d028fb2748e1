import { type BrowserRenderer, type DrawJob, draw, type TemplateInput, type View } from '@pictable/renderer/browser'

type Layers = readonly Readonly<Record<string, unknown>>[]

/** The property of a layer after a change; one that is computed stays. */
function after(layer: Layers[number] | undefined, key: string, change: (value: number) => number) {
  const value = layer?.[key] ?? 0
  return { [key]: typeof value === 'number' ? change(value) : value }
}

const changed = (layers: Layers, index: number, change: Layers[number]) =>
  layers.map((layer, place) => (place === index ? { ...layer, ...change } : layer))

/** What a person does to one layer of a design. */
const edits: readonly ((layers: Layers, index: number) => Layers)[] = [
  (layers, index) =>
    changed(layers, index, {
      ...after(layers[index], 'x', (x) => x + 13.4),
      ...after(layers[index], 'y', (y) => y - 7.7),
      anchor: undefined,
    }),
  (layers, index) =>
    changed(
      layers,
      index,
      after(layers[index], 'width', (width) => Math.max(1, width * 0.8)),
    ),
  (layers, index) => changed(layers, index, { opacity: 0.5, rotation: 12 }),
  (layers, index) => layers.filter((_, place) => place !== index),
  (layers, index) => changed(layers, index, { shadow: { x: 6, y: 6, blur: 12, color: '#00000080' } }),
  (layers, index) => [...layers.slice(0, index), ...layers.slice(index + 1), ...layers.slice(index, index + 1)],
]

/** No layer refers to one that is gone. */
function isWhole(layers: Layers): boolean {
  const names = new Set(layers.map(({ name }) => name))
  const isKnown = (link: unknown) => link === undefined || names.has(Object(link).layer)
  return layers.every(({ anchor, mask }) => isKnown(anchor) && isKnown(mask))
}

export interface Redrawn {
  /** Pictures of which only a part was drawn. */
  parts: number
  /** Of the worst: channels of pixels that differ visibly from the same picture on an empty canvas. */
  far: number
  /** The largest difference of a channel. */
  most: number
}

/** Of 255. */
const VISIBLE = 8

function pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  return canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
}

/** Counts how often a canvas is emptied, which is done to draw all of it. */
function countResets(canvas: HTMLCanvasElement): () => number {
  const context = canvas.getContext('2d')
  let count = 0
  if (!context) return () => count
  const { reset } = context
  context.reset = () => {
    count++
    reset.call(context)
  }
  return () => count
}

function difference(one: Uint8ClampedArray, other: Uint8ClampedArray): Pick<Redrawn, 'far' | 'most'> {
  if (one.length !== other.length) return { far: one.length, most: 255 }
  let [far, most] = [0, 0]
  for (let at = 0; at < one.length; at++) {
    const off = Math.abs((one[at] ?? 0) - (other[at] ?? 0))
    if (off > VISIBLE) far++
    if (off > most) most = off
  }
  return { far, most }
}

/** Edits a design step by step on one canvas, as an editor does, and compares each picture with one on an empty canvas. */
export async function compareRedraws(
  renderer: BrowserRenderer,
  job: DrawJob & { template: TemplateInput },
  view: View,
): Promise<Redrawn> {
  const canvas = document.createElement('canvas')
  const resets = countResets(canvas)
  const layers: Layers = job.template.layers.map((layer) => ({ ...layer }))
  const redrawn = { parts: 0, far: 0, most: 0 }
  for (const index of layers.keys()) {
    const edited = edits[index % edits.length]?.(layers, index) ?? layers
    for (const each of isWhole(edited) ? [edited, layers] : []) {
      const template: unknown = { ...job.template, layers: each }
      const laidOut = await renderer.layOut({ ...job, template: template as TemplateInput })
      const before = resets()
      draw(laidOut, canvas, { view })
      if (resets() === before) redrawn.parts++
      const empty = document.createElement('canvas')
      draw(laidOut, empty, { view })
      const { far, most } = difference(pixelsOf(canvas), pixelsOf(empty))
      redrawn.far = Math.max(redrawn.far, far)
      redrawn.most = Math.max(redrawn.most, most)
    }
  }
  return redrawn
}
