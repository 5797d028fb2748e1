import { bundledFaces } from '#renderer/fonts/bundled.ts'
import type { Renderer, RendererOptions } from '#renderer/jobs/job.ts'
import { createPreparer } from '#renderer/jobs/preparer.ts'
import { createRecentPictures } from '#renderer/pictures/recent-pictures.ts'
import { render } from '#renderer/render/render.ts'
import { onNode } from './on-node.ts'

/** Photographs of some thirty social cards. */
const RECENT_BYTES = 64_000_000

/** Makes a renderer. It may render any number of pictures at once. */
export function createRenderer(options: RendererOptions = {}): Renderer {
  const { prepare, start } = createPreparer(
    {
      ...onNode,
      recent: createRecentPictures(options.recentBytes ?? RECENT_BYTES),
      faces: [...(options.fonts ?? []), ...bundledFaces()],
    },
    options,
  )
  return {
    prepare,
    render: async (job) => render(start(job)),
    // Loaded late: a process is ready sooner without them.
    renderPdf: async (job) => (await import('#renderer/render/render-pages.ts')).renderPdf(job, start),
    renderAnimation: async (job) => (await import('#renderer/render/render-animation.ts')).renderAnimation(job, start),
  }
}
