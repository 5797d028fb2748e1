import { readFile } from 'node:fs/promises'
import { Resvg } from '@resvg/resvg-js'
import satori from 'satori'
import sharp from 'sharp'
import { fontFiles } from '#bench/render/fonts.ts'
import type { Peer } from '#bench/render/peer.ts'
import { cssFill, type Item, type Scene } from '#bench/render/scene.ts'

function elementOf(item: Item) {
  const { x, y, width, height } = item
  const style = { position: 'absolute', left: x, top: y, width, height }
  if (item.kind === 'photo') {
    const src = `data:image/jpeg;base64,${item.jpeg.toString('base64')}`
    return {
      type: 'img',
      props: { src, width, height, style: { ...style, objectFit: 'cover', borderRadius: item.radius ?? 0 } },
    }
  }
  if (item.kind === 'shape') {
    const background =
      typeof item.fill === 'string' ? { backgroundColor: item.fill } : { backgroundImage: cssFill(item.fill) }
    return { type: 'div', props: { style: { ...style, ...background, borderRadius: item.radius ?? 0 } } }
  }
  const { size, weight, color, lineHeight = 1.2, align = 'left', text } = item
  const look = { fontSize: size, fontWeight: weight, color, lineHeight, textAlign: align, display: 'block' }
  return { type: 'div', props: { style: { ...style, ...look }, children: text } }
}

function pageOf({ width, height, background, items }: Scene) {
  const ground =
    typeof background === 'string' ? { backgroundColor: background } : { backgroundImage: cssFill(background) }
  const style = { position: 'relative', display: 'flex', width, height, fontFamily: 'Bench', ...ground }
  return { type: 'div', key: null, props: { style, children: items.map(elementOf) } }
}

/** HTML-like elements to SVG to pixels; encoded as ours are. */
export const satoriResvg: Peer = {
  async open({ sceneOf }) {
    sharp.concurrency(1)
    sharp.cache(false)
    const fonts = await Promise.all(
      fontFiles.map(async ({ weight, path }) => ({ name: 'Bench', weight, data: await readFile(path) })),
    )
    return {
      async paint(index, format) {
        const scene = sceneOf(index)
        const { width, height } = scene
        const svg = await satori(pageOf(scene), { width, height, fonts })
        const image = new Resvg(svg, { font: { loadSystemFonts: false } }).render()
        if (format === 'png') return image.asPng()
        const picture = sharp(image.pixels, { raw: { width, height, channels: 4, premultiplied: true } }).removeAlpha()
        if (format === 'jpeg') return picture.jpeg({ quality: 85, optimiseCoding: false }).toBuffer()
        return picture.webp({ quality: 80, effort: 2 }).toBuffer()
      },
    }
  },
}
