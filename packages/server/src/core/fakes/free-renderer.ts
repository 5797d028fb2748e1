import type { LoadPicture } from '#core/image/load-picture.ts'
import type { Renderer, RenderJob, RenderResult } from '#core/ports/renderer.ts'
import { RecordError } from '#core/run/record-error.ts'
import { renderEach } from './render-each.ts'

export interface FreeRenderer extends Renderer {
  /** All that was asked of it, in order. */
  readonly jobs: readonly RenderJob[]
}

const plainFont = { format: 'ttf', family: 'Plain', weight: 400, style: 'normal', glyphs: 9, sample: 'Plain' } as const

/** A renderer that costs nothing: the bytes are what the image is made of. `before` may throw, or wait. */
export function createFreeRenderer({
  concurrency = 4,
  outputRevision = 1,
  before = () => {},
  loadPicture,
}: {
  concurrency?: number
  outputRevision?: number
  before?: (job: RenderJob, signal: AbortSignal | undefined) => void | Promise<void>
  /** Brings every value that is a web address; else pictures are left alone. */
  loadPicture?: LoadPicture
} = {}): FreeRenderer {
  const jobs: RenderJob[] = []
  const encoder = new TextEncoder()
  return {
    jobs,
    concurrency,
    processes: 1,
    outputRevision,
    families: ['Inter'],
    pageFonts: { faces: () => [], file: () => null },
    async inspectFont() {
      return { ...plainFont, axes: [], scripts: ['Latin'] }
    },
    async layoutTables(bytes) {
      return bytes
    },
    async load(src, signal) {
      if (loadPicture === undefined) throw new RecordError('image_address', `the image has no address ("${src}")`)
      return loadPicture(src, signal)
    },
    async makePreview(bytes) {
      return { format: 'webp', bytes: encoder.encode(`preview of ${bytes.length}`), widthPx: 48, heightPx: 24 }
    },
    async check() {},
    render,
    renderAll: renderEach(render),
  }

  async function render(job: RenderJob, signal?: AbortSignal): Promise<RenderResult> {
    jobs.push(job)
    await before(job, signal)
    const { version, values, modifications, output } = job
    const made = JSON.stringify([version.templateId, version.version, values, modifications, output, outputRevision])
    for (const src of Object.values(values)) {
      if (loadPicture === undefined || typeof src !== 'string' || !src.startsWith('http')) continue
      const { load = (_src, ending, next) => next(src, ending) } = job
      await load(src, signal ?? new AbortController().signal, loadPicture)
    }
    const files = output.formats.map((format) => ({
      format,
      bytes: encoder.encode(`${format} ${made}`),
      widthPx: version.design.width,
      heightPx: version.design.height,
    }))
    const small = { format: 'webp' as const, bytes: encoder.encode(`preview ${made}`), widthPx: 48, heightPx: 24 }
    return { files, report: {}, ...(job.preview && { preview: small }) }
  }
}
