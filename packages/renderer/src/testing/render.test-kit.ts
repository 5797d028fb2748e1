import sharp from 'sharp'
import type { RenderJob, RenderReport } from '#renderer/jobs/job.ts'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import type { TemplateInput } from '#renderer/template/template.ts'

export const renderer = createRenderer()

/** A page to look at pixel by pixel. */
export interface Page {
  readonly report: RenderReport
  /** Red, green, blue and alpha. */
  at(x: number, y: number): number[]
}

/** Draws layers on a page of 100 x 100 pixels. */
export async function drawPage(
  layers: TemplateInput['layers'],
  options: Omit<RenderJob, 'template'> & Pick<TemplateInput, 'background'> = {},
): Promise<Page> {
  const { background = '#ffffff', ...job } = options
  const template = { schema: 1, width: 100, height: 100, background, layers } as const
  const { files, report } = await renderer.render({ ...job, template, formats: ['png'] })
  const { data, info } = await sharp(files[0]?.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { report, at: (x, y) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)] }
}

/** A picture whose left half has one colour and whose right half another, or whose upper and lower one. */
export async function twoHalves(
  options: {
    format?: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'
    orientation?: number
    mirrored?: boolean
    upright?: boolean
  } = {},
) {
  const [background, right] = options.mirrored ? ['#0000ff', '#ff0000'] : ['#ff0000', '#0000ff']
  const left = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  const picture = sharp(left)
    .extend({ [options.upright ? 'bottom' : 'right']: 40, background: right })
    .toFormat(options.format ?? 'png')
  const turned =
    options.orientation === undefined ? picture : picture.withMetadata({ orientation: options.orientation })
  return new Uint8Array(await turned.toBuffer())
}

/** Two halves as a paint that fills what it paints. */
export const halves = { type: 'picture', src: 'x', fit: 'fill' } as const

export const red = [255, 0, 0, 255]
export const blue = [0, 0, 255, 255]
export const white = [255, 255, 255, 255]
export const black = [0, 0, 0, 255]
