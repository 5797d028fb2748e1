import { describe, expect, test } from 'vitest'
import { parseExposition } from './exposition.test-kit.ts'
import { createMetrics } from './metrics.ts'

describe('createMetrics()', () => {
  test('counts, sets and observes, by labels', async () => {
    const metrics = createMetrics()
    metrics.count('runs_total', { state: 'completed' })
    metrics.count('runs_total', { state: 'completed' }, 2)
    metrics.count('runs_total', { state: 'failed' })
    metrics.set('render_waiting', {}, 7)
    metrics.set('render_waiting', {}, 3)
    for (const seconds of [0.001, 0.005, 0.2, 99])
      metrics.observe('render_duration_seconds', { result: 'rendered' }, seconds)
    const families = parseExposition(await metrics.text())
    expect(families.get('runs_total')).toMatchObject({
      type: 'counter',
      samples: [
        { labels: { state: 'completed' }, value: 3 },
        { labels: { state: 'failed' }, value: 1 },
        { labels: { state: 'cancelled' }, value: 0 },
      ],
    })
    expect(families.get('render_waiting')).toMatchObject({ type: 'gauge', samples: [{ labels: {}, value: 3 }] })
    const samples = families.get('render_duration_seconds')?.samples ?? []
    const valueAt = (suffix: string, le?: string) =>
      samples.find(({ name, labels }) => name.endsWith(suffix) && labels.le === le)?.value
    expect([valueAt('_bucket', '0.005'), valueAt('_bucket', '0.25'), valueAt('_bucket', '10')]).toEqual([2, 3, 3])
    expect([valueAt('_bucket', '+Inf'), valueAt('_count'), valueAt('_sum')]).toEqual([4, 4, 99.206])
  })

  test('writes labels so that nothing breaks out of them', async () => {
    const metrics = createMetrics()
    const version = 'a"b\\c\nd} 1'
    metrics.set('pictable_info', { version }, 1)
    expect(parseExposition(await metrics.text()).get('pictable_info')?.samples).toMatchObject([{ labels: { version } }])
  })

  test('forgets what is not known any more', async () => {
    const metrics = createMetrics()
    metrics.set('queue_depth', { queue: 'webhooks' }, 3)
    metrics.forget('queue_depth')
    expect(await metrics.text()).not.toContain('queue_depth')
    metrics.set('queue_depth', { queue: 'webhooks' }, 4)
    expect(parseExposition(await metrics.text()).get('queue_depth')?.samples).toMatchObject([{ value: 4 }])
  })

  test('asks before every look, and tells the rest when that fails', async () => {
    const metrics = createMetrics()
    let looks = 0
    metrics.beforeLook(() => {
      looks += 1
      metrics.set('render_processes', {}, looks)
    })
    metrics.beforeLook(async () => {
      throw new Error('the database is gone')
    })
    await metrics.text()
    expect(parseExposition(await metrics.text()).get('render_processes')?.samples).toMatchObject([{ value: 2 }])
  })
})
