import { serveEngine } from '#database/serve-engine.ts'
import { startPostgres } from '#database/start-postgres.ts'
import { resetRequest, takeSnapshot } from './snapshot.test-kit.ts'

/** As `pglite-thread.ts`, and on request everything is again as it was after the start. */
await serveEngine(async (place) => {
  const postgres = await startPostgres(place)
  const { pglite } = postgres
  const countLibraries = async () => {
    const { rows } = await pglite.query<{ count: number }>('select count(*)::int as count from pg_get_loaded_modules()')
    return rows[0]?.count
  }
  // What is loaded later would be gone from its memory, but not from the table of what is loaded.
  await pglite.query(`load 'plpgsql'`)
  const libraries = await countLibraries()
  const restore = takeSnapshot(pglite.Module)
  return {
    ...postgres,
    async run(bytes) {
      if (bytes.length > 0) return postgres.run(bytes)
      if ((await countLibraries()) !== libraries) throw new Error('A library was loaded: only another start unloads it')
      restore()
      return resetRequest()
    },
  }
})
