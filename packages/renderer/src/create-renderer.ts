import { bundledFaces } from './fonts/bundled.ts'
import type { Renderer, RendererOptions } from './job.ts'
import { onNode } from './on-node.ts'
import { createPreparer } from './preparer.ts'
import { render } from './render.ts'

/** Makes a renderer. It may render any number of pictures at once. */
export function createRenderer(options: RendererOptions = {}): Renderer {
  const { prepare, start } = createPreparer(
    { ...onNode, faces: [...(options.fonts ?? []), ...bundledFaces()] },
    options,
  )
  return {
    prepare,
    render: async (job) => render(start(job)),
    // Loaded late: a process is ready sooner without them.
    renderPdf: async (job) => (await import('./render-pages.ts')).renderPdf(job, start),
    renderAnimation: async (job) => (await import('./render-animation.ts')).renderAnimation(job, start),
  }
}
