export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Family {
  type: string
  help: string
  samples: Sample[]
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const sampleLine = new RegExp(`^(${metricName})(?:\\{(.*)\\})? (\\S+)$`, 's')
const labelPair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?=.)|$)/
const number = /^(?:[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)|\+Inf|-Inf|NaN)$/
const types = ['counter', 'gauge', 'histogram']

const unescaped = (text: string) => text.replace(/\\([\\"n])/g, (_, mark: string) => (mark === 'n' ? '\n' : mark))

function refuse(line: string, why: string): Error {
  return new Error(`${why}: ${line}`)
}

function labelsOf(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {}
  for (let rest = text; rest !== ''; ) {
    const [whole = '', name = '', value = ''] = labelPair.exec(rest) ?? []
    if (whole === '') throw refuse(line, 'bad labels')
    if (name in labels) throw refuse(line, 'a label stands twice')
    labels[name] = unescaped(value)
    rest = rest.slice(whole.length)
  }
  return labels
}

function sampleOf(line: string): Sample {
  const [, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? []
  if (!number.test(value)) throw refuse(line, 'no sample')
  return { name, labels: labelsOf(labels, line), value: Number(value.replace('Inf', 'Infinity')) }
}

/** Buckets ascend to +Inf, which is the count; every series has a sum and a count. */
function checkHistogram(name: string, { samples }: Family): void {
  const keyOf = ({ labels: { le: _, ...others } }: Sample) => JSON.stringify(others)
  for (const series of Map.groupBy(samples, keyOf).values()) {
    const buckets = series.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => Number((labels.le ?? '').replace('Inf', 'Infinity')))
    const ascends = (values: number[]) => values.every((value, index) => value >= (values[index - 1] ?? -1))
    const only = (suffix: string) => {
      const [found, ...others] = series.filter((sample) => sample.name === `${name}_${suffix}`)
      if (found === undefined || others.length > 0) throw refuse(name, `not one ${suffix}`)
      return found.value
    }
    only('sum')
    const isWhole = bounds.at(-1) === Number.POSITIVE_INFINITY && buckets.at(-1)?.value === only('count')
    if (!isWhole || !ascends(bounds) || !ascends(buckets.map(({ value }) => value))) throw refuse(name, 'bad buckets')
  }
}

function belongs({ name }: Sample, family: string, type: string): boolean {
  return type === 'histogram' ? ['bucket', 'sum', 'count'].some((end) => name === `${family}_${end}`) : name === family
}

function readComment(line: string, families: Map<string, Family>): void {
  const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
  const last = [...families.keys()].at(-1)
  if (word === 'HELP') {
    if (families.has(name)) throw refuse(line, 'a metric stands twice')
    families.set(name, { type: '', help: unescaped(rest), samples: [] })
    return
  }
  const family = families.get(name)
  if (word !== 'TYPE' || name !== last || family === undefined || family.samples.length > 0 || !types.includes(rest))
    throw refuse(line, 'bad comment')
  family.type = rest
}

/** Reads the text format 0.0.4 and takes nothing that is not in it. @throws at the first line that breaks it */
export function parseExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const families = new Map<string, Family>()
  const seen = new Set<string>()
  for (const line of text.slice(0, -1).split('\n')) {
    if (line.startsWith('#')) {
      readComment(line, families)
      continue
    }
    const sample = sampleOf(line)
    const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()])
    const [name, family] = [...families].at(-1) ?? []
    if (name === undefined || family === undefined || !belongs(sample, name, family.type))
      throw refuse(line, 'a stray sample')
    if (seen.has(key)) throw refuse(line, 'a series stands twice')
    seen.add(key)
    family.samples.push(sample)
  }
  for (const [name, family] of families) if (family.type === 'histogram') checkHistogram(name, family)
  return families
}
