import { expect, test } from 'vitest'
import { TileSchedule, type Version, type Work } from './tile-schedule.ts'

/** Lets promises go on. */
const settle = async () => {
  for (let n = 0; n < 50; n++) await Promise.resolve()
}

/** A page whose time only passes by what the test says. */
function openPage() {
  const page = {
    nowMs: 0,
    /** How long each of the two steps of a tile takes. */
    stepMs: 3,
    seen: new Set<string>(),
    log: [] as string[],
    /** Of tiles whose pictures are on their way: what settles when they are there. */
    late: new Map<string, PromiseWithResolvers<void>>(),
    settled: 0,
    idle: undefined as ((leftMs: number) => void) | undefined,
    later: undefined as { run(): void; ms: number } | undefined,
  }
  const schedule = new TileSchedule({
    now: () => page.nowMs,
    whenIdle(run) {
      page.idle = run
      return () => {
        page.idle = undefined
      }
    },
    later(run, ms) {
      const timer = { run, ms }
      page.later = timer
      return () => {
        if (page.later === timer) page.later = undefined
      }
    },
    isSeen: (id) => page.seen.has(id),
    async draw(work: Work) {
      page.nowMs += page.stepMs
      page.log.push(`lay out ${work.id}`)
      await work.turn()
      if (!schedule.isWanted(work)) return {}
      page.nowMs += page.stepMs
      page.log.push(`draw ${work.id} ${work.version.join()}`)
      return { pending: page.late.get(work.id)?.promise }
    },
    onSettled: () => page.settled++,
  })
  /** Lets the time pass in which another change may follow. */
  function rest() {
    const { later } = page
    page.later = undefined
    later?.run()
  }
  /** One slice of idle time. Returns what was done in it. */
  async function slice(leftMs = 50) {
    const run = page.idle
    page.idle = undefined
    page.log = []
    run?.(leftMs)
    await settle()
    return page.log
  }
  /** Slices until nothing is left. Returns what was drawn. */
  async function all() {
    const drawn: string[] = []
    rest()
    await settle()
    while (page.idle) drawn.push(...(await slice()).filter((step) => step.startsWith('draw')))
    return drawn
  }
  return {
    page,
    schedule,
    setLate(ids: string) {
      for (const id of ids) page.late.set(id, Promise.withResolvers())
    },
    arrive(ids: string) {
      for (const id of ids) {
        page.late.get(id)?.resolve()
        page.late.delete(id)
      }
    },
    rest,
    slice,
    all,
    want: (tiles: Readonly<Record<string, Version>>) => schedule.want(new Map(Object.entries(tiles))),
  }
}

const named = (ids: string, version: unknown = 1) => Object.fromEntries([...ids].map((id) => [id, [version]]))

test('a slice begins no step after 8 ms, nor after less where the page has less', async () => {
  const { want, slice } = openPage()
  want(named('abc'))
  expect(await slice()).toEqual(['lay out a', 'draw a 1', 'lay out b'])
  expect(await slice(2)).toEqual(['draw b 1'])
  expect(await slice(0)).toEqual(['lay out c'])
  expect(await slice()).toEqual(['draw c 1'])
})

test('a step that takes longer is all that a slice does', async () => {
  const { page, want, slice } = openPage()
  page.stepMs = 40
  want(named('ab'))
  expect(await slice()).toEqual(['lay out a'])
  expect(await slice()).toEqual(['draw a 1'])
  expect(await slice()).toEqual(['lay out b'])
})

test('seen tiles come first, in the order of the sheet, and all are drawn once', async () => {
  const { page, want, all } = openPage()
  page.seen = new Set(['c', 'd'])
  want(named('abcd'))
  expect(await all()).toEqual(['draw c 1', 'draw d 1', 'draw a 1', 'draw b 1'])
  expect(page.settled).toBe(1)
  want(named('abcd'))
  expect(await all()).toEqual([])
})

test('only what changed is drawn again', async () => {
  const { want, all } = openPage()
  want(named('abc'))
  await all()
  want({ ...named('abc'), b: [2] })
  expect(await all()).toEqual(['draw b 2'])
  want({ a: [1], b: [2, 'larger'] })
  expect(await all()).toEqual(['draw b 2,larger'])
})

test('while one types, each tile gets its turn: those that are oldest come next', async () => {
  const { want, rest, slice, all } = openPage()
  want(named('abcd'))
  await all()
  const drawn: string[] = []
  for (let version = 2; version < 8; version++) {
    want(named('abcd', version))
    rest()
    await settle()
    drawn.push(...(await slice()).concat(await slice(3)).filter((step) => step.startsWith('draw')))
  }
  expect(new Set(drawn.map((step) => step.split(' ')[1]))).toEqual(new Set(['a', 'b', 'c', 'd']))
})

test('a tile that is superseded after its layout is not drawn with the old design', async () => {
  const { page, want, slice, all } = openPage()
  page.stepMs = 20
  want(named('a'))
  expect(await slice()).toEqual(['lay out a'])
  want(named('a', 2))
  expect(await all()).toEqual(['draw a 2'])
})

test('paused, it begins nothing, gives up the idle time, and goes on afterwards with what is wanted then', async () => {
  const { page, schedule, want, rest, slice, all } = openPage()
  page.stepMs = 20
  want(named('ab'))
  expect(await slice()).toEqual(['lay out a'])
  schedule.isPaused = true
  expect(page.idle).toBeUndefined()
  want(named('ab', 2))
  rest()
  await settle()
  expect(page.idle).toBeUndefined()
  schedule.isPaused = false
  expect(await all()).toEqual(['draw a 2', 'draw b 2'])
})

test('paused in the middle of a slice, the next step waits', async () => {
  const { schedule, want, slice, all } = openPage()
  want(named('ab'))
  const first = slice()
  schedule.isPaused = true
  expect(await first).toEqual(['lay out a'])
  schedule.isPaused = false
  expect(await all()).toEqual(['draw a 1', 'draw b 1'])
})

test('tiles that wait for pictures hold up no others; each is drawn again with its own', async () => {
  const { page, schedule, want, all, setLate, arrive } = openPage()
  setLate('abcdef')
  want(named('abcdefg'))
  expect(await all()).toEqual([...'abcdefg'].map((id) => `draw ${id} 1`))
  expect([schedule.isSettled, page.settled]).toEqual([false, 0])
  arrive('a')
  expect(await all()).toEqual(['draw a 1'])
  arrive('bcdef')
  expect(await all()).toEqual([...'bcdef'].map((id) => `draw ${id} 1`))
  expect([schedule.isSettled, page.settled]).toEqual([true, 1])
})

test('after a change, nothing is begun before 120 ms without another one', async () => {
  const { page, want, rest, slice, all } = openPage()
  want(named('ab'))
  expect(page.later).toBeUndefined()
  await all()
  want(named('ab', 2))
  await settle()
  const first = page.later
  expect([first?.ms, page.idle]).toEqual([120, undefined])
  want(named('ab', 3))
  await settle()
  expect([page.later === first, page.idle]).toEqual([false, undefined])
  rest()
  expect(await slice()).toEqual(['lay out a', 'draw a 3', 'lay out b'])
  // What is under way goes no further either.
  want(named('ab', 4))
  await settle()
  expect(page.idle).toBeUndefined()
  expect(await all()).toEqual(['draw b 4', 'draw a 4'])
  // Other tiles are no change of these.
  want(named('abc', 4))
  expect(page.later).toBeUndefined()
})

test('a picture that arrives between the layout and the drawing is drawn', async () => {
  const { page, schedule, want, slice, all, setLate } = openPage()
  page.stepMs = 20
  setLate('a')
  want(named('a'))
  expect(await slice()).toEqual(['lay out a'])
  page.late.get('a')?.resolve()
  await slice()
  page.late.clear()
  expect(await all()).toEqual(['draw a 1'])
  expect(schedule.isSettled).toBe(true)
})

test('stopped, it does nothing more', async () => {
  const { page, schedule, want, slice } = openPage()
  want(named('ab'))
  await settle()
  schedule.stop()
  expect(page.idle).toBeUndefined()
  expect(await slice()).toEqual([])
  expect(schedule.isWanted({ id: 'a', version: [1] })).toBe(false)
  want(named('ab', 2))
  await settle()
  expect([page.idle, page.later]).toEqual([undefined, undefined])
})

test('a tile that lacks something each time is drawn less and less often, until it changes', async () => {
  const { page, want, rest, slice } = openPage()
  const always = Promise.withResolvers<void>()
  always.resolve()
  page.late.set('a', always)
  want(named('a'))
  const drawn = async () => {
    const steps: string[] = []
    for (let n = 0; n < 40; n++) steps.push(...(await slice()))
    return steps.filter((step) => step.startsWith('draw')).length
  }
  expect(await drawn()).toBe(6)
  const waitedMs = page.later?.ms ?? 0
  rest()
  await settle()
  expect(await drawn()).toBe(1)
  expect(page.later?.ms).toBe(2 * waitedMs)
  want(named('a', 2))
  rest()
  await settle()
  expect(await drawn()).toBe(6)
})
