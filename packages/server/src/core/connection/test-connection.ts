import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { ConnectionTest } from './connection.ts'
import { openSource } from './open-source.ts'

type TestWorld = Pick<World, 'clock' | 'data' | 'secrets' | 'sources'>

async function ask(world: TestWorld, id: string): Promise<ConnectionTest> {
  const source = await openSource(world, id)
  try {
    const { account = null, warnings } = await source.check()
    return { ok: true, account, warnings, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message } = error
    return { ok: false, account: null, warnings: [], error: { code, message } }
  }
}

/** Asks whether the account of a connection answers, and keeps what was found. @throws AppError `not_found` */
export async function testConnection(world: TestWorld, id: string): Promise<ConnectionTest> {
  const { revision } = found(await world.data.connections.get(id), 'connection', id)
  const test = await ask(world, id)
  const at = world.clock.now()
  await world.data.transaction((data) => data.connections.noteTest({ id, revision }, { ...test, at }))
  return test
}
