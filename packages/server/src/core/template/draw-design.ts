import type { Failure } from '@pictable/model/failure'
import type { TemplateValue } from '@pictable/model/value'
import { AppError } from '#core/errors.ts'
import { imageFailed } from '#core/image/render-image.ts'
import type { DrawnVersion, RenderedFile, RenderJob } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { RecordError } from '#core/run/record-error.ts'
import { type DrawnWarning, drawnWarnings } from './drawn-warnings.ts'
import { sampleValues } from './sample-values.ts'

export interface Look {
  version: DrawnVersion
  values: Readonly<Record<string, TemplateValue>>
  /** In pixels at most; the height follows. */
  widthPx: number
  load?: RenderJob['load']
}

export interface DrawnDesign {
  file: RenderedFile | null
  /** Why there is no picture. */
  error: (Failure & { layer: string | null }) | null
  warnings: DrawnWarning[]
}

interface ImageOf extends Pick<Look, 'version' | 'values'> {
  output: RenderJob['output']
  /** Only this part of the page, in pixels of the template. */
  region?: NonNullable<RenderJob['region']>
}

/** The first file of what is rendered, which is not kept. @throws AppError `image_failed` or `render_timeout` */
export async function renderFile(
  world: Pick<World, 'data' | 'renderer'>,
  job: Omit<RenderJob, 'fonts'>,
  signal: AbortSignal,
): Promise<RenderedFile> {
  const fonts = await world.data.fonts.all()
  const { files } = await world.renderer.render({ ...job, fonts }, signal).catch((error: unknown) => {
    throw imageFailed(error)
  })
  const [file] = files
  if (file === undefined) throw new AppError('internal', 'The renderer returned no file.')
  return file
}

/** An image of a design as a run makes it, or a part of it. @throws AppError `image_failed` or `render_timeout` */
export function drawImage(
  world: Pick<World, 'data' | 'renderer'>,
  { values, ...image }: ImageOf,
  signal: AbortSignal,
): Promise<RenderedFile> {
  const filled = { values: sampleValues(image.version.design, values), modifications: [] }
  return renderFile(world, { ...image, ...filled }, signal)
}

/** One small picture of a design to be looked at, or why there is none. Keeps nothing. `signal`: no one waits for it any more. */
export async function drawDesign(
  world: Pick<World, 'data' | 'renderer'>,
  { version, values, widthPx, load }: Look,
  signal: AbortSignal,
): Promise<DrawnDesign> {
  const { design } = version
  const scale = Math.max(0.1, Math.min(1, widthPx / design.width))
  try {
    const job: RenderJob = {
      version,
      values: sampleValues(design, values),
      modifications: [],
      output: { formats: ['webp'], quality: 90, effort: 'fast', scale },
      // What the small size of this picture does to it is nothing to change in the design.
      reportScale: 1,
      fonts: await world.data.fonts.all(),
      ...(load && { load }),
    }
    const { files, report } = await world.renderer.render(job, signal)
    return { file: files[0] ?? null, error: null, warnings: drawnWarnings(report, design) }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    const { code, message, layer = null } = error
    return { file: null, error: { code, message, layer }, warnings: [] }
  }
}
