import { expect, test } from 'vitest'
import { chunksOf, joinChunks } from './chunks-of.ts'

test('chunksOf() covers every place once', () => {
  expect(chunksOf('run_1', 50, 260)).toEqual([
    { runId: 'run_1', fromN: 50, toN: 150 },
    { runId: 'run_1', fromN: 150, toN: 250 },
    { runId: 'run_1', fromN: 250, toN: 260 },
  ])
})

test('joinChunks() joins neighbours of a run, in whatever order they come, and nothing else', () => {
  const far = { runId: 'run_1', fromN: 900, toN: 1000 }
  const ofAnother = { runId: 'run_2', fromN: 300, toN: 400 }
  const [one, two, three] = chunksOf('run_1', 0, 300)
  const jobs = [three, ofAnother, one, far, two, one].filter((job) => job !== undefined)
  expect(joinChunks(jobs)).toEqual([{ runId: 'run_1', fromN: 0, toN: 300 }, far, ofAnother])
})
