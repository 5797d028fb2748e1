import { type OutputFormat, outputKinds } from '#renderer/formats/index.ts'
import { issuesOf } from '#renderer/issues.ts'
import type { Load, RenderJob } from '#renderer/job.ts'
import type { Encoder, OutputKind } from '#renderer/pictures/output-kind.ts'
import type { PreparedTemplate } from '#renderer/prepared.ts'
import { RenderError } from '#renderer/render-error.ts'
import { MAX_PIXELS } from '#renderer/template.ts'

/** A job with its template made ready. */
export interface Started {
  readonly job: RenderJob
  readonly prepared: PreparedTemplate
  readonly load: Load
  readonly signal: AbortSignal
}

export interface Output {
  readonly format: OutputFormat
  readonly kind: OutputKind
  readonly encode: Encoder
}

export interface Checked {
  readonly scale: number
  readonly widthPx: number
  readonly heightPx: number
  readonly outputs: readonly Output[]
}

/** Refuses options that make no sense and pictures that are too large. */
export function check({ job, prepared }: Started): Checked {
  const { formats = ['png'], quality, scale = 1, encoding = {} } = job
  if (!(scale >= 0.1 && scale <= 8)) throw new RenderError('option_invalid', 'scale must be from 0.1 to 8')
  if (quality !== undefined && !(Number.isInteger(quality) && quality >= 1 && quality <= 100)) {
    throw new RenderError('option_invalid', 'quality must be a whole number from 1 to 100')
  }
  const widthPx = Math.max(1, Math.round(prepared.template.width * scale))
  const heightPx = Math.max(1, Math.round(prepared.template.height * scale))
  if (widthPx * heightPx > MAX_PIXELS) {
    throw new RenderError(
      'output_too_large',
      `${widthPx} x ${heightPx} is more than ${MAX_PIXELS / 1e6} million pixels`,
    )
  }
  const outputs = formats.map((format) => {
    const kind = kindOf(format)
    if (Math.max(widthPx, heightPx) > kind.maxSidePx) {
      const size = `${widthPx} x ${heightPx}`
      throw new RenderError(
        'output_too_large',
        `${size} is too large for ${format}: ${kind.maxSidePx} is the longest side`,
      )
    }
    return {
      format,
      kind,
      encode: encoderFor(kind, { ...(quality !== undefined && { quality }), ...encoding[format] }),
    }
  })
  return { scale, widthPx, heightPx, outputs }
}

function kindOf(format: OutputFormat): OutputKind {
  const kind = outputKinds.find(({ name }) => name === format)
  if (kind) return kind
  const names = outputKinds.map(({ name }) => name).join(', ')
  throw new RenderError('option_invalid', `there is no format "${format}"; there are ${names}`)
}

function encoderFor(kind: OutputKind, settings: unknown): Encoder {
  const parsed = kind.settings.safeParse(settings)
  if (parsed.success) return kind.encoder(parsed.data)
  const [issue] = issuesOf(parsed.error, ['encoding', kind.name])
  throw new RenderError('option_invalid', `${issue?.path ?? 'encoding'} ${issue?.message ?? 'is wrong'}`)
}
