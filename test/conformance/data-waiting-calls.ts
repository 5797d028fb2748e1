import type { WaitingCalls } from '@pictable/server/core/ports/data/waiting-calls.ts'
import type { Data } from '@pictable/server/core/ports/data.ts'
import { describe, expect, test } from 'vitest'
import { at, later, type Subject } from './data.ts'

interface Kind {
  name: string
  callsOf(data: Data): WaitingCalls
  addOwner(subject: Subject): Promise<string>
}

async function addTrigger({ data, addAction, id }: Subject): Promise<string> {
  const { id: actionId } = await addAction()
  const triggerId = id('trg')
  await data.triggers.insert({
    id: triggerId,
    actionId,
    kind: 'incoming_hook',
    settings: {},
    active: true,
    tokenHash: triggerId,
    sealedToken: 'sealed',
    sealedState: null,
    note: null,
    nextAt: null,
    pending: null,
    fireAt: null,
    lastFiredAt: null,
    lastRunId: null,
    error: null,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  })
  return triggerId
}

const kinds: Kind[] = [
  { name: 'a trigger', callsOf: ({ triggers }) => triggers.calls, addOwner: addTrigger },
  {
    name: 'a waiting run',
    callsOf: ({ runs }) => runs.calls,
    addOwner: async ({ addAction, addRun }) =>
      (await addRun(await addAction(), { state: 'waiting', recordIds: [] })).id,
  },
]

const undone = new Error('undone')

export function describeWaitingCalls(get: () => Subject): void {
  describe.each(kinds)('calls that wait for $name', ({ callsOf, addOwner }) => {
    test('are listed, and taken up to a call that was listed', async () => {
      const calls = callsOf(get().data)
      const owner = await addOwner(get())
      expect(await calls.list(owner)).toEqual({ calls: [], last: 0 })
      const add = (recordId: string) => calls.add(owner, { recordIds: [recordId], at, waitingBytes: 1 })
      await add('rec1')
      await add('rec2')
      const listed = await calls.list(owner)
      expect(listed.calls).toEqual([{ recordIds: ['rec1'] }, { recordIds: ['rec2'] }])
      await add('rec3')
      expect(await calls.take(owner, listed.last)).toEqual(listed.calls)
      expect((await calls.list(owner)).calls).toEqual([{ recordIds: ['rec3'] }])
      expect(await calls.take(owner)).toEqual([{ recordIds: ['rec3'] }])
    })

    test('are taken once, in their order, with their sizes and times', async () => {
      const { data } = get()
      const calls = callsOf(data)
      const [owner, other] = [await addOwner(get()), await addOwner(get())]
      expect(await calls.waiting(owner)).toBeNull()
      expect(await calls.take(owner)).toEqual([])
      const added = Array.from({ length: 12 }, (_, n) => ({ recordIds: [`rec${n}`, 'é"\\'], waitingBytes: n + 1 }))
      for (const call of added) await calls.add(owner, { ...call, at })
      await calls.add(owner, { recordIds: null, waitingBytes: 1_000_000, at: later })
      await calls.add(other, { recordIds: ['other'], waitingBytes: 9, at: later })
      expect(await calls.waiting(owner)).toEqual({ bytes: 1_000_000, firstAt: at, lastAt: later })
      expect(await calls.take(owner)).toEqual([...added.map(({ recordIds }) => ({ recordIds })), { recordIds: null }])
      expect(await calls.waiting(owner)).toBeNull()
      expect(await calls.waiting(other)).toMatchObject({ bytes: 9 })
      await calls.add(owner, { recordIds: ['next'], waitingBytes: 8, at })
      expect(await calls.take(owner)).toEqual([{ recordIds: ['next'] }])
    })

    test('are there as their transactions ended', async () => {
      const { data } = get()
      const owner = await addOwner(get())
      const call = { recordIds: ['rec1'], waitingBytes: 8, at }
      const attempt = (work: (calls: WaitingCalls) => Promise<unknown>) =>
        data
          .transaction(async (inside) => {
            await work(callsOf(inside))
            throw undone
          })
          .catch((error) => expect(error).toBe(undone))
      await attempt((calls) => calls.add(owner, call))
      expect(await callsOf(data).waiting(owner)).toBeNull()
      await data.transaction((inside) => callsOf(inside).add(owner, call))
      await attempt((calls) => calls.take(owner))
      expect(await callsOf(data).take(owner)).toEqual([{ recordIds: ['rec1'] }])
    })
  })

  describe('records that joined a waiting run', () => {
    test('are read with it, and become its own when its state changes', async () => {
      const { data, addAction, addRun } = get()
      for (const state of ['active', 'cancelled', 'failed'] as const) {
        const action = await addAction()
        const run = await addRun(action, { state: 'waiting', recordIds: ['a'] })
        await data.runs.calls.add(run.id, { recordIds: ['c', 'b'], waitingBytes: 9, at })
        await data.runs.calls.add(run.id, { recordIds: ['b', 'd'], waitingBytes: 18, at })
        const joined = { ...run, recordIds: ['a', 'c', 'b', 'd'] }
        expect(await data.runs.get(run.id)).toEqual(joined)
        expect((await data.runs.list({ actionId: action.id, limit: 10 })).results).toEqual([joined])
        await data.runs.update(run.id, { state })
        expect(await data.runs.get(run.id)).toEqual({ ...joined, state })
        expect(await data.runs.calls.waiting(run.id)).toBeNull()
        await data.runs.update(run.id, { state: 'completed' })
        expect((await data.runs.get(run.id))?.recordIds).toEqual(joined.recordIds)
      }
    })

    test('do not matter to one that renders the whole view', async () => {
      const { data, addAction, addRun } = get()
      const run = await addRun(await addAction(), { state: 'waiting', recordIds: [] })
      await data.runs.calls.add(run.id, { recordIds: ['a'], waitingBytes: 5, at })
      await data.runs.update(run.id, { recordIds: null })
      expect((await data.runs.get(run.id))?.recordIds).toBeNull()
      await data.runs.update(run.id, { state: 'active' })
      expect((await data.runs.get(run.id))?.recordIds).toBeNull()
    })
  })
}
