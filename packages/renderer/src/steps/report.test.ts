import { expect, test } from 'vitest'
import { createRenderer } from '#renderer/node/create-renderer.ts'

const format: { type: 'number' }[] = [{ type: 'number' }, { type: 'number' }]

/** A layer with a bound colour for each name. */
function layer(name: string, bound: readonly string[]) {
  const stops = bound.map((bind) => ({ color: { bind, format } }))
  return { type: 'rectangle', name, width: 10, height: 10, fill: { type: 'linear', stops } } as const
}

test('report() tells each unformatted value once, and counts those that are too many to read', async () => {
  const layers = Array.from({ length: 6 }, (_, at) =>
    layer(
      `L${at}`,
      Array.from({ length: 20 }, () => 'x'),
    ),
  )
  const { report } = await createRenderer().render({
    template: { schema: 1, width: 10, height: 10, layers },
    values: { x: 'red' },
  })
  expect(report.warnings).toHaveLength(101)
  expect(report.warnings[0]).toBe('layer "L0": fill.stops[0].color: "red" is not a number, so it is shown unformatted')
  expect(report.warnings[1]).toContain('layer "L0": fill.stops[1].color')
  expect(report.warnings[100]).toBe('20 more warnings about values')
})
