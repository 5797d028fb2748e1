import { serveEngine } from './serve-engine.ts'
import { resetRequest, takeSnapshot } from './snapshot.test-kit.ts'
import { startPostgres } from './start-postgres.ts'

/** As `pglite-thread.ts`, and on request everything is again as it was after the start. */
await serveEngine(async (place) => {
  const postgres = await startPostgres(place)
  const restore = takeSnapshot(postgres.pglite.Module)
  return {
    ...postgres,
    async run(bytes) {
      if (bytes.length > 0) return postgres.run(bytes)
      restore()
      return resetRequest()
    },
  }
})
