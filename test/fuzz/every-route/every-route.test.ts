import { endpoints } from '@pictable/client'
import { jsonLimitBytes } from '@pictable/server/http/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cases, type Meter, startMeter } from './measure.ts'
import { mostBodyBytes } from './size-bound.ts'
import { openStage, type Stage } from './stage.ts'

/** As `bench -- main-thread` holds it, on a machine with nothing else to do. */
const MAX_MS = 100
/** Ids, numbers and short texts. */
const SMALL_BYTES = 16_000
/** Of the limit of a body. */
const LARGE_SHARE = 0.85

let stage: Stage
let meter: Meter

beforeAll(async () => {
  stage = await openStage()
  meter = startMeter(stage)
})
afterAll(async () => {
  await meter?.close()
  await stage?.close()
})

test('every route has its largest inputs', () => {
  const names = new Set(cases.map(({ endpoint }) => endpoint.name))
  expect(endpoints.filter(({ name }) => !names.has(name)).map(({ name }) => name)).toEqual([])
})

test('an input is small only where the contract allows no larger one', () => {
  const small = cases.filter(({ input }) => input.bound === 'schema')
  expect(
    small.filter(({ endpoint }) => mostBodyBytes(endpoint) > SMALL_BYTES).map(({ endpoint }) => endpoint.name),
  ).toEqual([])
})

test.each([...Map.groupBy(cases, ({ endpoint }) => endpoint.name)])(
  '%s does not hold up other routes with its largest input',
  async (_name, ofRoute) => {
    for (const each of ofRoute) {
      const held = await meter.measure(each)
      const { route, input } = held
      expect.soft(held, `${route}: ${input}`).toMatchObject({
        status: expect.toSatisfy((code: number) => code >= 200 && code < 400),
        ms: expect.toSatisfy((longest: number) => longest <= MAX_MS),
        bytes: expect.toSatisfy(
          (bytes: number) => each.input.bound !== 'limit' || bytes > LARGE_SHARE * jsonLimitBytes,
        ),
      })
    }
  },
)
