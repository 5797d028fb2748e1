import { serveEngine } from './serve-engine.ts'
import { startPostgres } from './start-postgres.ts'

/** PGlite in a thread of its own: statements and syncs do not keep others waiting. */
await serveEngine(startPostgres)
