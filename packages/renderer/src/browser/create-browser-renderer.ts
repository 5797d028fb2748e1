import { createPipeline } from '#renderer/async/pipeline.ts'
import { unlessCancelled } from '#renderer/async/unless-cancelled.ts'
import type { ServedFace } from '#renderer/fonts/served-face.ts'
import type { Load, Prepared, RenderJob } from '#renderer/jobs/job.ts'
import type { Started } from '#renderer/jobs/prepared.ts'
import { createPreparer } from '#renderer/jobs/preparer.ts'
import { createTolerance } from '#renderer/model/tolerance.ts'
import { layOut } from '#renderer/render/lay-out.ts'
import { report } from '#renderer/steps/report.ts'
import { sizeOf } from '#renderer/steps/size.ts'
import type { TemplateInput } from '#renderer/template/template.ts'
import { fetchBytes } from './fetch-bytes.ts'
import { createLaidOut, type LaidOut } from './laid-out.ts'
import { onPage } from './on-page.ts'
import { rememberLoads } from './remember-loads.ts'

export interface BrowserRendererOptions {
  /** The fonts that templates may use; each is loaded when a text first needs it. */
  readonly fonts: readonly ServedFace[]
  /** Brings the bytes of pictures and of the fonts of templates; `data:` URLs work without it. Default: `fetch`. */
  readonly load?: Load
  /** Turns WOFF2 files of templates into TTF or OTF, which layout reads; outlines may be left out. */
  readonly unpackWoff2?: (bytes: Uint8Array) => Promise<Uint8Array>
  /** Bound on the decoded pictures that are kept; default 256 MB. */
  readonly cacheBytes?: number
}

/** What is to be drawn. */
export interface DrawJob
  extends Pick<RenderJob, 'template' | 'values' | 'modifications' | 'scale' | 'load' | 'signal'> {
  /** Draws a placeholder in place of a layer that is wrong, and says in `layers` why. Default: throws. */
  readonly tolerant?: boolean
  /** In a tolerant job: how long pictures and fonts are waited for, in milliseconds. Default: 300. */
  readonly waitMs?: number
}

export interface BrowserRenderer {
  /** Loads each file once, and keeps it: for what `load` of a job does otherwise. */
  readonly load: Load
  readonly prepare: (template: TemplateInput, key?: string) => Prepared
  /** Loads what is missing and lays out; once everything is there, without waiting for anything but promises. Throws a RenderError. */
  layOut(job: DrawJob): Promise<LaidOut>
}

/** Four pictures of the largest size, or what a page of many shows. */
const CACHE_BYTES = 256_000_000
/** Of files as they are loaded. */
const MAX_LOADED_BYTES = 64_000_000
const WAIT_MS = 300

/** The whole page may be larger than any picture: at a high zoom only a part of it is drawn. */
const pipeline = layOut(createPipeline<Started>().step('check', ({ job, prepared }) => sizeOf(job, prepared))).step(
  'report',
  report,
)

/** Makes a renderer that draws on canvases of a page as the one on the server does: same layout, same drawing code. */
export function createBrowserRenderer(options: BrowserRendererOptions): BrowserRenderer {
  const { cacheBytes = CACHE_BYTES, fonts, unpackWoff2 } = options
  const loaders = new WeakMap<Load, Load>()
  const remembered = (given: Load): Load => {
    const known = loaders.get(given) ?? rememberLoads(given, MAX_LOADED_BYTES)
    loaders.set(given, known)
    return known
  }
  const platform = onPage(fonts, { fetch: fetchBytes, unpackWoff2 })
  const load = remembered(options.load ?? fetchBytes)
  const { prepare, start } = createPreparer(platform, { load, cacheBytes })
  return {
    load,
    prepare,
    async layOut(job) {
      const { tolerant = false, waitMs = WAIT_MS, load: own, ...rest } = job
      const tolerance = tolerant ? createTolerance(waitMs) : undefined
      const started = { ...start({ ...rest, ...(own && { load: remembered(own) }) }), tolerance }
      const ms: Record<string, number> = {}
      const { signal } = started
      const state = await unlessCancelled(signal, () => pipeline.run(started, { ms, signal }))
      return createLaidOut(state, ms)
    },
  }
}
