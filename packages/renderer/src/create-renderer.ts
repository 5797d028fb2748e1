import { bundledFaces } from './fonts/bundled.ts'
import type { Renderer, RendererOptions } from './job.ts'
import { onNode } from './on-node.ts'
import { createPreparer } from './preparer.ts'
import { render } from './render.ts'
import { renderAnimation } from './render-animation.ts'
import { renderPdf } from './render-pages.ts'

/** Makes a renderer. It may render any number of pictures at once. */
export function createRenderer(options: RendererOptions = {}): Renderer {
  const { prepare, start } = createPreparer(
    { ...onNode, faces: [...(options.fonts ?? []), ...bundledFaces()] },
    options,
  )
  return {
    prepare,
    render: async (job) => render(start(job)),
    renderPdf: async (job) => renderPdf(job, start),
    renderAnimation: async (job) => renderAnimation(job, start),
  }
}
