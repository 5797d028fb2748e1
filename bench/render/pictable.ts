import { createRenderer, type TemplateInput } from '@pictable/renderer'
import type { Peer } from '#bench/render/peer.ts'
import type { Fill, Item, Scene } from '#bench/render/scene.ts'

const paintOf = (fill: Fill): TemplateInput['background'] =>
  typeof fill === 'string'
    ? fill
    : { type: 'linear', angle: fill.angle, stops: [{ color: fill.from }, { color: fill.to }] }

type Layer = TemplateInput['layers'][number]

function layerOf(item: Item): Layer {
  const { name, x, y, width, height } = item
  const place = { name, x, y, width, height }
  if (item.kind === 'photo') return { type: 'image', ...place, src: { bind: name }, radius: item.radius ?? 0 }
  if (item.kind === 'shape') {
    return { type: 'rectangle', ...place, fill: paintOf(item.fill) ?? ink, radius: item.radius ?? 0 }
  }
  return {
    type: 'text',
    ...place,
    text: item.varies ? { bind: name } : item.text,
    fontSize: item.size,
    fontWeight: item.weight,
    fill: item.color,
    lineHeight: item.lineHeight ?? 1.2,
    align: item.align ?? 'left',
  }
}

const ink = '#000000'

/** The template of a workload: what varies is bound. */
export function templateOf({ width, height, background, items }: Scene): TemplateInput {
  return { schema: 1, width, height, background: paintOf(background), layers: items.map(layerOf) }
}

/** Text and the names of photos of a record. */
export function valuesOf({ items }: Scene): Record<string, string> {
  return Object.fromEntries(
    items.flatMap((item) =>
      item.kind === 'shape' ? [] : [[item.name, item.kind === 'photo' ? item.name : item.text]],
    ),
  )
}

/** The product's own library, as its render processes use it. */
export const pictable: Peer = {
  async open({ sceneOf }) {
    const renderer = createRenderer()
    const template = renderer.prepare(templateOf(sceneOf(0)))
    return {
      async paint(index, format) {
        const scene = sceneOf(index)
        const load = async (src: string) => {
          const photo = scene.items.find(({ name }) => name === src)
          if (photo?.kind !== 'photo') throw new Error(`there is no photo ${src}`)
          return photo.jpeg
        }
        const { files } = await renderer.render({ template, values: valuesOf(scene), formats: [format], load })
        const [file] = files
        if (!file) throw new Error('no file was made')
        return file.bytes
      },
    }
  },
}
