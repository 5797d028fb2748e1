import { createFreeRenderer } from '@pictable/server/core/fakes/free-renderer.ts'
import { createMemoryStorage } from '@pictable/server/core/fakes/memory-storage.ts'
import type { Renderer, RenderJob } from '@pictable/server/core/ports/renderer.ts'
import type { Storage } from '@pictable/server/core/ports/storage.ts'

/** A renderer that remembers nothing, so that a long run measures ours. `before` may wait. */
export function createBenchRenderer(concurrency: number, before: (job: RenderJob) => Promise<void> | void): Renderer {
  const encoder = new TextEncoder()
  return {
    ...createFreeRenderer({ concurrency }),
    async render(job) {
      await before(job)
      const { width: widthPx, height: heightPx } = job.version.design
      const bytes = encoder.encode(JSON.stringify(job.values))
      return { files: job.output.formats.map((format) => ({ format, bytes, widthPx, heightPx })), report: {} }
    },
  }
}

/** A storage that keeps nothing. */
export function createBenchStorage(): Storage {
  return { ...createMemoryStorage(), put: async () => {} }
}
