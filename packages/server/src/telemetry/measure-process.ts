import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MetricsRegistry } from './metrics.ts'

const quantiles = { '0.5': 50, '0.99': 99, '1': 100 }

/** Tells of the process itself at every look. @returns what ends it */
export function measureProcess(metrics: MetricsRegistry, version: string): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  metrics.set('pictable_info', { version }, 1)
  metrics.set('process_start_time_seconds', {}, Math.round(performance.timeOrigin / 10) / 100)
  metrics.beforeLook(() => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    metrics.set('process_cpu_seconds_total', {}, (user + system) / 1e6)
    metrics.set('process_resident_memory_bytes', {}, rss)
    metrics.set('nodejs_heap_size_used_bytes', {}, heapUsed)
    metrics.set('nodejs_heap_size_total_bytes', {}, heapTotal)
    metrics.set('nodejs_external_memory_bytes', {}, external)
    for (const [quantile, percentile] of Object.entries(quantiles)) {
      const lateMs = delay.count === 0 ? 0 : Math.max(0, delay.percentile(percentile) / 1e6 - 10)
      metrics.set('nodejs_eventloop_lag_seconds', { quantile }, lateMs / 1000)
    }
    delay.reset()
  })
  return () => delay.disable()
}
