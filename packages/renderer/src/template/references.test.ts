import { describe, expect, test } from 'vitest'
import { parseTemplate } from './template.ts'

/** Layers that each lead to their neighbours by anchor and mask, the last one to the first. */
function ring(length: number) {
  const at = (index: number) => `${'n'.repeat(190)}${index % length}`
  const layers = Array.from({ length }, (_, index) => ({
    ...{ type: 'rectangle', name: at(index), x: 0, y: 0, width: 1, height: 1 },
    ...{ anchor: { layer: at(index + 1), side: 'below' }, mask: { layer: at(index + 2) } },
  }))
  return { schema: 1, width: 10, height: 10, layers }
}

/** The CPU time of a check, in milliseconds. */
function cpuMsOf(check: () => unknown): number {
  const before = process.cpuUsage()
  check()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('createReferences()', () => {
  test('checks as many layers as a design may have without holding up other requests', () => {
    const design = ring(500)
    const check = () => expect(() => parseTemplate(design)).toThrow(/is circular: n+0 -> n+1 -> … -> n+0/)
    const times = [cpuMsOf(check), cpuMsOf(check), cpuMsOf(check)]
    expect(Math.min(...times)).toBeLessThan(100)
  })
})
