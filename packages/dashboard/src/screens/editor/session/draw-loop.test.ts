import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connection } from '#dashboard/api/connection.ts'
import type { Engine, Frame } from '#dashboard/screens/editor/engine/engine.ts'
import { startDrawing } from './draw-loop.ts'
import { openTestSession } from './session.test-kit.ts'

/** An engine whose layouts are answered by hand. */
function openEngine() {
  const jobs: { readonly job: Parameters<Engine['layOut']>[0]; answer(frame: Partial<Frame>): Promise<void> }[] = []
  const engine: Engine = {
    load: async () => new Uint8Array(),
    layOut: (job) =>
      new Promise((resolve) => {
        jobs.push({
          job,
          async answer(frame) {
            const page = { error: undefined, loading: false, warnings: [], information: [] }
            const nothing = { placed: new Map(), report: {}, pending: undefined, hasFailedLoads: false }
            resolve({ ...job, page, ...nothing, draw: () => false, ...frame })
            await vi.advanceTimersByTimeAsync(0)
          },
        })
      }),
  }
  return { engine, jobs, last: () => jobs.at(-1) }
}

const move = (x: number) => ({ type: 'set', target: 'page', path: ['width'], value: x }) as const

describe('startDrawing()', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    connection.set({ server: 'connecting' })
    vi.useRealTimers()
  })

  test('waits for a source once, not again in each layout until it is there', async () => {
    const session = openTestSession()
    const { engine, jobs, last } = openEngine()
    const stop = startDrawing(session, engine)
    let arrive = () => {}
    const pending = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await last()?.answer({ pending })
    session.run(move(601))
    await last()?.answer({ pending })
    arrive()
    await vi.advanceTimersByTimeAsync(0)
    await last()?.answer({})
    session.run(move(602))
    expect(jobs.map(({ job }) => job.isPatient)).toEqual([true, false, true, true])
    stop()
  })

  test('asks again for what failed when the server is back, and ever more rarely before', async () => {
    const session = openTestSession()
    const { engine, jobs, last } = openEngine()
    const stop = startDrawing(session, engine)
    connection.set({ server: 'gone' })
    await last()?.answer({ hasFailedLoads: true })
    connection.set({ server: 'reached' })
    expect(jobs).toHaveLength(2)
    await last()?.answer({ hasFailedLoads: true })
    await vi.advanceTimersByTimeAsync(4000)
    expect(jobs).toHaveLength(3)
    await last()?.answer({ hasFailedLoads: true })
    await vi.advanceTimersByTimeAsync(4000)
    expect(jobs).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(4000)
    expect(jobs).toHaveLength(4)
    await last()?.answer({})
    await vi.advanceTimersByTimeAsync(100_000)
    expect(jobs).toHaveLength(4)
    stop()
  })

  test('lays out for another zoom once it rests, and at once what is edited while it changes', async () => {
    const session = openTestSession()
    const { engine, jobs, last } = openEngine()
    const stop = startDrawing(session, engine)
    await last()?.answer({})
    const zoom = (to: number) => session.set({ view: { zoom: to, x: 0, y: 0 } })
    const scales = () => jobs.map(({ job }) => job.scale)
    for (const to of [2, 3, 5]) {
      zoom(to)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(scales()).toEqual([1])
    // A view that only moves rests.
    session.set({ view: { zoom: 5, x: 9, y: 9 } })
    await vi.advanceTimersByTimeAsync(30)
    expect(scales()).toEqual([1, 8])
    await last()?.answer({})
    zoom(3)
    session.run(move(601))
    expect(scales()).toEqual([1, 8, 4])
    await last()?.answer({})
    zoom(4)
    await vi.advanceTimersByTimeAsync(1000)
    expect(scales()).toEqual([1, 8, 4])
    stop()
  })
})
