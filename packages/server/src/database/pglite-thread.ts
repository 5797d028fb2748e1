import { serveEngine } from './serve-engine.ts'
import { startPostgres } from './start-postgres.ts'

/** PGlite in a thread of its own: statements and syncs keep nobody else waiting. */
await serveEngine(startPostgres)
