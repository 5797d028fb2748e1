import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from './errors.ts'
import { createThrottledLog } from './throttled-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const lines: { message: string; suppressed: unknown }[] = []
  const log = createThrottledLog({ warn: ({ suppressed }, message) => void lines.push({ message, suppressed }) })
  return { lines, log }
}

test('createThrottledLog() writes one line of a message in ten seconds, and counts the rest', () => {
  const { lines, log } = open()
  for (let count = 0; count < 1000; count++) {
    log.warn({ error: new Error('away') }, 'No claim')
    vi.advanceTimersByTime(25)
  }
  log.warn({ error: new Error('away') }, 'No outcome')
  expect(lines).toEqual([
    { message: 'No claim', suppressed: undefined },
    { message: 'No claim', suppressed: 399 },
    { message: 'No claim', suppressed: 399 },
    { message: 'No outcome', suppressed: undefined },
  ])
})

test('createThrottledLog() says once what no retry helps, until the work succeeds again', () => {
  const { lines, log } = open()
  const corrupt = new AppError('file_missing', 'It is gone')
  const say = (error: Error) => {
    log.warn({ error }, 'No claim')
    vi.advanceTimersByTime(30_000)
  }
  say(corrupt)
  say(corrupt)
  expect(lines).toHaveLength(1)
  say(new AppError('unavailable', 'The database cannot be reached'))
  say(corrupt)
  say(corrupt)
  expect(lines).toHaveLength(3)
  log.clear('No claim')
  say(corrupt)
  expect(lines).toHaveLength(4)
})
