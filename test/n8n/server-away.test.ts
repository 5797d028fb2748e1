import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@pictable/client'
import type { INodeParameters } from 'n8n-workflow'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeCards } from '#test/scenarios/whole-app.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { until } from '#test/until.ts'
import { fakeN8n } from './fake-n8n.ts'
import { loadNodes } from './load-nodes.ts'

const RECORDS = 200
const apiKey = 'the-key-of-the-n8n-tests'
let work = ''
let settings: Parameters<typeof startServerProcess>[0]
let server: ServerProcess

beforeEach(async () => {
  work = mkdtempSync(join(tmpdir(), 'pictable-n8n-away-'))
  settings = {
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: join(work, 'data'),
    PICTABLE_ADMIN_KEY: apiKey,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_RENDER_PROCESSES: '1',
  }
  server = await startServerProcess(settings)
})

afterEach(async () => {
  vi.useRealTimers()
  await server.end('SIGKILL')
  rmSync(work, { recursive: true, force: true })
})

/** Lets the node run an action and wait; the server is killed while it waits. */
async function killWhileWaiting() {
  const client = createClient({ baseUrl: server.url, apiKey })
  const { actionId } = await makeCards(client, RECORDS)
  const nodes = await loadNodes()
  const node = new nodes.Pictable()
  const action = { __rl: true, mode: 'list', value: actionId, cachedResultName: 'Cards' }
  const parameters: INodeParameters = { resource: 'action', operation: 'run', action }
  const waiting = node.execute.call(fakeN8n(nodes, node, { url: server.url, apiKey, parameters }).execute)
  // A rejection is looked at later.
  waiting.catch(() => {})
  const runOf = async () => (await client.runs.list({ query: { action_id: actionId } })).results[0]
  const run = await until(
    () => 'no image was rendered',
    async () => {
      const found = await runOf()
      return found !== undefined && found.rendered > 0 && found
    },
    { everyMs: 20 },
  )
  expect(run.state).toBe('active')
  await server.end('SIGKILL')
  return { waiting, runId: run.id }
}

describe('Action: Run, while the server is killed', () => {
  test('continues when the server is back, with the counts of the whole run', async () => {
    const { waiting, runId } = await killWhileWaiting()
    server = await startServerProcess(settings)
    const [[item] = []] = await waiting
    expect(item?.json).toMatchObject({ id: runId, outcome: 'completed', total: RECORDS, rendered: RECORDS, failed: 0 })
  })

  test('ends with what to do when the server stays away for more than three minutes', async () => {
    const { waiting, runId } = await killWhileWaiting()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 60_000 })
    await expect(waiting).rejects.toMatchObject({
      message: `Pictable at ${server.url} is unreachable while the run ${runId} is awaited`,
      description: `The run continues on the server. Get it later with the operation "Run: Get" and the ID ${runId}.`,
    })
  })
})
