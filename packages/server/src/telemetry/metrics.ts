import { type Definition, type MetricName, type Metrics, metricCatalogue } from '#core/ports/metrics.ts'

/** What is measured, as Prometheus reads it. */
export interface MetricsRegistry extends Metrics {
  /** Called before every look: sets what is not kept up to date meanwhile. When it fails, the rest is told. */
  beforeLook(measure: () => void | Promise<void>): void
  /** Drops every series of a name: what is not known is not told. */
  forget(name: MetricName): void
  /** Prometheus text format 0.0.4. */
  text(): Promise<string>
}

const metricNames = Object.keys(metricCatalogue).filter((name): name is MetricName => name in metricCatalogue)

type Labels = Readonly<Record<string, string>>
interface Histogram {
  labels: Labels
  /** By upper bound; above the last one in the last place. */
  counts: number[]
  sum: number
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const quoted = (text: string) => `"${escaped(text).replaceAll('"', '\\"')}"`

/** `{method="GET",route="/v1/runs/:id"}`, or nothing. */
function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${quoted(value)}`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function bucketsOf(name: MetricName): readonly number[] {
  const definition = metricCatalogue[name]
  return 'buckets' in definition ? definition.buckets : []
}

function histogramLines(name: MetricName, { labels, counts, sum }: Histogram): string[] {
  const bounds = [...bucketsOf(name).map(String), '+Inf']
  let total = 0
  const buckets = bounds.map((le, index) => {
    total += counts[index] ?? 0
    return `${name}_bucket${labelsText({ ...labels, le })} ${total}`
  })
  const text = labelsText(labels)
  return [...buckets, `${name}_sum${text} ${sum}`, `${name}_count${text} ${total}`]
}

/** A name and its labels make a series. */
function createSeries<Value>() {
  const byName = new Map<MetricName, Map<string, Value>>()
  return {
    of: (name: MetricName) => byName.get(name) ?? new Map<string, Value>(),
    change(name: MetricName, key: string, next: (before: Value | undefined) => Value): void {
      const series = byName.get(name) ?? new Map<string, Value>()
      byName.set(name, series.set(key, next(series.get(key))))
    },
    forget: (name: MetricName) => void byName.delete(name),
  }
}

export function createMetrics(): MetricsRegistry {
  const numbers = createSeries<number>()
  const histograms = createSeries<Histogram>()
  const measures: (() => void | Promise<void>)[] = []
  for (const name of metricNames) {
    const { labels, values = [] }: Definition = metricCatalogue[name]
    for (const value of values) numbers.change(name, labelsText({ [labels[0] ?? '']: value }), () => 0)
  }

  function linesOf(name: MetricName): string[] {
    const { kind, help } = metricCatalogue[name]
    const lines = [
      ...[...numbers.of(name)].map(([labels, value]) => `${name}${labels} ${value}`),
      ...[...histograms.of(name).values()].flatMap((histogram) => histogramLines(name, histogram)),
    ]
    return lines.length === 0 ? [] : [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${kind}`, ...lines]
  }

  return {
    count: (name, labels, by = 1) => numbers.change(name, labelsText(labels), (before = 0) => before + by),
    set: (name, labels, value) => numbers.change(name, labelsText(labels), () => value),
    observe(name, labels, value) {
      const bounds = bucketsOf(name)
      const place = bounds.findIndex((bound) => value <= bound)
      histograms.change(name, labelsText(labels), (before) => {
        const histogram = before ?? { labels, counts: Array(bounds.length + 1).fill(0), sum: 0 }
        const index = place === -1 ? bounds.length : place
        histogram.counts[index] = (histogram.counts[index] ?? 0) + 1
        histogram.sum += value
        return histogram
      })
    },
    beforeLook: (measure) => void measures.push(measure),
    forget: numbers.forget,
    async text() {
      await Promise.allSettled(measures.map(async (measure) => measure()))
      return `${metricNames.flatMap(linesOf).join('\n')}\n`
    },
  }
}
