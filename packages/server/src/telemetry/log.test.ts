import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'

function recording() {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(JSON.parse(line)) } })
  return { log, lines }
}

describe('createLog()', () => {
  test('writes one JSON line with level, time, fields and message', () => {
    const { log, lines } = recording()
    log.child({ run_id: 'run_1' }).warn({ n: 3 }, 'slow')
    log.debug({}, 'not at this level')
    expect(lines).toEqual([{ level: 'warn', time: expect.any(String), run_id: 'run_1', n: 3, msg: 'slow' }])
  })

  test('redacts secrets by name at any depth, and our own keys wherever they stand', () => {
    const { log, lines } = recording()
    const key = 'pct_abcdefgh_0123456789'
    log.info(
      { headers: { Authorization: 'Bearer x' }, settings: [{ apiKey: 'y' }], url: `/x?key=${key}` },
      `got ${key}`,
    )
    const text = JSON.stringify(lines)
    expect(text).not.toContain(key)
    expect(lines[0]).toMatchObject({
      headers: { Authorization: '[secret]' },
      settings: [{ apiKey: '[secret]' }],
      msg: 'got pct_[secret]',
    })
  })

  test('writes errors with their causes', () => {
    const { log, lines } = recording()
    log.error({ error: new Error('outer', { cause: new TypeError('inner') }) }, 'failed')
    expect(lines[0]).toMatchObject({ error: { message: 'outer', cause: { name: 'TypeError', message: 'inner' } } })
  })

  test('survives a cycle', () => {
    const { log, lines } = recording()
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    log.info({ cycle }, 'round')
    expect(JSON.stringify(lines)).toContain('[deep]')
  })
})
