import sharp from 'sharp'
import type { TemplateInput } from '#renderer/template/template.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'

type Layer = TemplateInput['layers'][number]

/** A picture of one layer, read by the places of the layer itself, however it is turned and scaled. */
export interface Scan {
  /** How dark the layer is at a place, 0 to 1. */
  darknessAt(x: number, y: number): number
}

const SIDE = 400

/** Draws a layer of 300 x 200 in the middle of a page. */
export async function scan(layer: Layer, { scale = 1, rotation = 0 } = {}): Promise<Scan> {
  const [left, top] = [50, 100]
  const layers = [{ ...layer, x: left, y: top, rotation }]
  const template = { schema: 1, width: SIDE, height: SIDE, layers } as const
  const { files } = await renderer.render({ template, scale })
  const { data, info } = await sharp(files[0]?.bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  const angle = (rotation * Math.PI) / 180
  return {
    darknessAt(x, y) {
      const [dx, dy] = [left + x - SIDE / 2, top + y - SIDE / 2]
      const pageX = (SIDE / 2 + dx * Math.cos(angle) - dy * Math.sin(angle)) * scale
      const pageY = (SIDE / 2 + dx * Math.sin(angle) + dy * Math.cos(angle)) * scale
      return 1 - (data[Math.floor(pageY) * info.width + Math.floor(pageX)] ?? 0) / 255
    },
  }
}
