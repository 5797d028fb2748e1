import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { updateConnection } from '#core/connection/save-connection.ts'
import { AppError } from '#core/errors.ts'
import { createFakeSource } from '#core/fakes/fake-source.ts'
import { gatheredBy } from '#core/fakes/gathered.ts'
import { openTestData, type TestData } from '#core/fakes/test-data.ts'
import { createTestRiver, productTable, type TestRiver } from '#core/fakes/test-river.ts'
import { fakeSources } from '#core/fakes/test-world.ts'
import type { TableChange, WatchOptions } from '#core/ports/source.ts'
import { createTrigger, updateTrigger } from '#core/trigger/save-trigger.ts'
import { startWatching, triggerKinds } from './index.ts'

const { signal } = new AbortController()

interface Ear extends WatchOptions {
  ends: AbortSignal
  begin: () => void
  tell: (change: TableChange) => void
  lose: (error: Error) => void
}

let testData: TestData
let river: TestRiver
let ears: Ear[]
let stop: () => Promise<void>

beforeEach(async () => {
  testData = await openTestData()
  ears = []
  const table = productTable(3)
  const source = createFakeSource({ tables: [table], capabilities: { changes: 'notify' } })
  const watch: NonNullable<typeof source.watch> = (_table, { onListening, onChange, signal: ends, ...options }) =>
    new Promise<void>((resolve, reject) => {
      ears.push({ ...options, ends, begin: onListening, tell: onChange, lose: reject })
      ends.addEventListener('abort', () => resolve())
    })
  const kind = { ...source.kind, open: () => ({ ...source, watch }) }
  river = await createTestRiver(testData, { table, world: { triggers: triggerKinds, sources: fakeSources([kind]) } })
  stop = async () => {}
})
afterEach(async () => {
  await stop()
  await testData.close()
})

async function until<Found>(look: () => Promise<Found | null | undefined> | Found | null | undefined): Promise<Found> {
  for (let attempt = 0; attempt < 2000; attempt++) {
    const found = await look()
    if (found !== null && found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('waited in vain')
}

const watching = () => {
  stop = startWatching(river.world, { warn() {} }, { everyMs: 20, isAlone: true })
}

describe('startWatching()', () => {
  test('gathers what a database tells, of the fields that count', async () => {
    const trigger = await createTrigger(river.world, { actionId: river.actionId, kind: 'table_change' }, { signal })
    expect(trigger.note).toBe('The database sends its changes immediately.')
    await river.world.data.triggers.calls.take(trigger.id)
    await river.world.data.triggers.setCourse(trigger.id, { fireAt: null })
    watching()
    const ear = await until(() => ears[0])
    expect(ear.fieldIds).toEqual(['fld_title', 'fld_photo'])
    ear.tell({ recordIds: ['rec_1'] })
    ear.tell({ recordIds: ['rec_2'] })
    const pending = await until(async () => {
      const gathered = await gatheredBy(river.world, trigger.id)
      return gathered?.recordIds?.length === 2 ? gathered : null
    })
    expect(pending.recordIds).toEqual(['rec_1', 'rec_2'])
  })

  test('looks at what nobody told of once it listens, and again when it could not keep what it heard', async () => {
    const { id } = await createTrigger(river.world, { actionId: river.actionId, kind: 'table_change' }, { signal })
    watching()
    const ear = await until(() => ears[0])
    ear.begin()
    const now = river.world.clock.now().getTime()
    const isDue = async () => (await river.world.data.triggers.get(id))?.nextAt?.getTime() === now || null
    await until(isDue)
    await river.drain()
    expect(await isDue()).toBeNull()
    const fault = vi.spyOn(river.world.data, 'transaction').mockRejectedValueOnce(new Error('the database is away'))
    ear.tell({ recordIds: ['rec_1'] })
    ;(await until(() => ears[1])).begin()
    await until(isDue)
    fault.mockRestore()
  })

  test('listens again when the connection is lost, and no longer once it is switched off', async () => {
    const trigger = await createTrigger(river.world, { actionId: river.actionId, kind: 'table_change' }, { signal })
    watching()
    const first = await until(() => ears[0])
    first.lose(new Error('the database restarts'))
    await until(() => ears[1])
    await until(async () =>
      (await river.world.data.triggers.get(trigger.id))?.note?.includes('is polled') ? true : null,
    )
    await updateTrigger(river.world, trigger.id, { active: false, revision: undefined, signal })
    await stop()
    expect(ears).toHaveLength(2)
  })

  test('listens to the new server once the connection has other settings', async () => {
    const trigger = await createTrigger(river.world, { actionId: river.actionId, kind: 'table_change' }, { signal })
    watching()
    await until(() => ears[0])
    const action = await river.world.data.actions.get(river.actionId)
    const settings = { account: 'moved' }
    await updateConnection(river.world, { id: action?.connectionId ?? '', revision: undefined }, { settings })
    ;(await until(() => ears[1])).tell({ recordIds: ['rec_1'] })
    await until(async () => (await gatheredBy(river.world, trigger.id))?.recordIds?.includes('rec_1') || null)
    // The action and its connection are read one after the other: what changes both may be seen in two steps.
    expect(ears.length).toBeLessThanOrEqual(3)
  })

  test('polls a table whose connection cannot be opened, and listens to the others', async () => {
    const options = { actionId: river.actionId, kind: 'table_change' } as const
    const shut = await createTrigger(river.world, options, { signal })
    const open = await createTrigger(river.world, options, { signal })
    const warnings: unknown[] = []
    const kind = river.world.sources.kind('fake')
    const fault = vi.spyOn(kind, 'open').mockImplementationOnce(() => {
      throw new AppError('secret_moved', 'The secret belongs to another host.')
    })
    stop = startWatching(
      river.world,
      { warn: (fields) => warnings.push(fields.trigger_id) },
      { everyMs: 20, isAlone: true },
    )
    await until(() => ears[0])
    const lost = await until(async () => {
      const triggers = await Promise.all([shut, open].map(({ id }) => river.world.data.triggers.get(id)))
      return triggers.find((trigger) => trigger?.note?.includes('belongs to another host'))
    })
    expect(warnings).toEqual([lost.id])
    fault.mockRestore()
  })

  test('polls the table when it may not listen, and says why', async () => {
    const trigger = await createTrigger(river.world, { actionId: river.actionId, kind: 'table_change' }, { signal })
    watching()
    const ear = await until(() => ears[0])
    ear.lose(new AppError('source_forbidden', 'The account may not create triggers.'))
    const lost = await until(async () => {
      const now = await river.world.data.triggers.get(trigger.id)
      return now?.note?.includes('may not create triggers') ? now : null
    })
    expect(lost.nextAt?.getTime()).toBe(river.world.clock.now().getTime() + 5 * 60_000)
    await stop()
    expect(ears).toHaveLength(1)
  })

  test('of several processes one listens, and another one once that has ended', async () => {
    await createTrigger(river.world, { actionId: river.actionId, kind: 'table_change' }, { signal })
    const process = () => startWatching(river.world, { warn() {} }, { everyMs: 20, isAlone: false })
    const first = process()
    await until(() => ears[0])
    const claim = vi.spyOn(river.world.data.leases, 'claim')
    stop = process()
    const owners = () => new Set(claim.mock.calls.map(([, { owner }]) => owner)).size
    // Both have asked several times.
    await until(() => (owners() === 2 && claim.mock.calls.length > 10) || null)
    expect(ears).toHaveLength(1)
    await first()
    ;(await until(() => ears[1])).begin()
    claim.mockRestore()
  })

  test('no longer listens once another process has the right', async () => {
    await createTrigger(river.world, { actionId: river.actionId, kind: 'table_change' }, { signal })
    const warnings: unknown[] = []
    const claim = vi.spyOn(river.world.data.leases, 'claim')
    stop = startWatching(river.world, { warn: (fields) => warnings.push(fields) }, { everyMs: 20, isAlone: false })
    await until(() => ears[0])
    claim.mockResolvedValueOnce(false)
    await until(() => ears[1])
    expect(ears[0]?.ends.aborted).toBe(true)
    expect(warnings).toEqual([])
    claim.mockRestore()
  })

  test('ends while a table is being opened', async () => {
    await createTrigger(river.world, { actionId: river.actionId, kind: 'table_change' }, { signal })
    const opening = Promise.withResolvers<[]>()
    const fonts = vi.spyOn(river.world.data.fonts, 'all').mockReturnValueOnce(opening.promise)
    watching()
    await until(() => fonts.mock.calls[0])
    const ended = stop()
    opening.resolve([])
    await ended
    expect(ears).toEqual([])
    fonts.mockRestore()
  })
})
