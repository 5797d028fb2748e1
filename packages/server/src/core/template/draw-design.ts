import type { Failure } from '@pictable/model/failure'
import type { TemplateValue } from '@pictable/model/value'
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

interface RegionOf extends Pick<Look, 'version' | 'values'> {
  /** In pixels of the template. */
  region: NonNullable<RenderJob['region']>
  /** Pixels of the picture per pixel of the template. */
  scale: number
}

/** A part of the page without loss, as the whole picture shows it. @throws RecordError */
export async function drawRegion(
  world: Pick<World, 'data' | 'renderer'>,
  { version, values, region, scale }: RegionOf,
): Promise<RenderedFile | null> {
  const { files } = await world.renderer.render({
    version,
    values: sampleValues(version.design, values),
    modifications: [],
    output: { formats: ['png'], scale },
    region,
    fonts: await world.data.fonts.all(),
  })
  return files[0] ?? null
}

/** One small picture of a design to be looked at, or why there is none. Keeps nothing. */
export async function drawDesign(
  world: Pick<World, 'data' | 'renderer'>,
  { version, values, widthPx, load }: Look,
): Promise<DrawnDesign> {
  const { design } = version
  const scale = Math.max(0.1, Math.min(1, widthPx / design.width))
  try {
    const { files, report } = await world.renderer.render({
      version,
      values: sampleValues(design, values),
      modifications: [],
      output: { formats: ['webp'], quality: 90, scale },
      fonts: await world.data.fonts.all(),
      ...(load && { load }),
    })
    return { file: files[0] ?? null, error: null, warnings: drawnWarnings(report, design) }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    const { code, message, layer = null } = error
    return { file: null, error: { code, message, layer }, warnings: [] }
  }
}
