import { describe, expect, test } from 'vitest'
import { drawAsWritten, openTestSession } from '#dashboard/screens/editor/session/session.test-kit.ts'
import { activeGradient } from './active-gradient.ts'
import type { Gradient } from './gradient.ts'
import { gradientView } from './gradient-handles.ts'

const size = { width: 200, height: 100 }
const stops = [{ color: '#ff0000' }, { color: '#00ff00', offset: 0.3 }, { color: '#0000ff' }]

describe('gradientView()', () => {
  const gradients: readonly Gradient[] = [
    { type: 'linear', angle: 180, stops },
    { type: 'linear', angle: 37, stops },
    { type: 'radial', center: { x: 0.25, y: 0.5 }, radius: 0.8, stops },
    { type: 'conic', center: { x: 0.5, y: 0.4 }, angle: 300, stops },
  ]
  test.each(gradients)('has handles that change nothing where they are: %o', (gradient) => {
    const { handles = [] } = gradientView(gradient, size, 2) ?? {}
    for (const { name, at, moved } of handles) {
      const { path, value } = moved(at, false)
      const stop = /^stop(\d)$/.exec(name)?.[1]
      if (stop === undefined) expect([name, value]).toEqual([name, Reflect.get(gradient, String(path[0]))])
      // The first and the last colour of a conic gradient are at the same place.
      else if (gradient.type !== 'conic') expect(value).toBeCloseTo([0, 0.3, 1][Number(stop)] ?? 0, 3)
    }
    expect(handles.length).toBe(gradient.type === 'linear' ? 4 : 5)
  })

  const handleOf = (gradient: Gradient, name: string) => {
    const found = gradientView(gradient, size, 1)?.handles.find((each) => each.name === name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }

  test('turns, moves and widens a gradient to where a handle is dragged', () => {
    const linear = handleOf({ type: 'linear', stops }, 'angle')
    expect(linear.moved({ x: 300, y: 50 }, false).value).toBe(90)
    expect(linear.moved({ x: 100, y: -90 }, false).value).toBe(0)
    expect(linear.moved({ x: 300, y: 60 }, true).value).toBe(90)
    const center = handleOf({ type: 'conic', stops }, 'center')
    expect(center.moved({ x: 50, y: 900 }, false).value).toEqual({ x: 0.25, y: 1 })
    const radius = handleOf({ type: 'radial', stops }, 'radius')
    expect(radius.moved({ x: 100 + 24 + Math.hypot(100, 50) / 2, y: 50 }, false).value).toBe(0.5)
    expect(radius.moved({ x: 100, y: 50 }, false).value).toBe(0.01)
  })

  test('removes a stop that is dragged off its line, but keeps two', () => {
    const away = { x: 180, y: 50 }
    const { path, value } = handleOf({ type: 'linear', stops }, 'stop1').moved(away, false)
    expect([path, value]).toEqual([
      ['stops'],
      [
        { color: '#ff0000', offset: 0 },
        { color: '#0000ff', offset: 1 },
      ],
    ])
    const two = handleOf({ type: 'linear', stops: stops.slice(0, 2) }, 'stop1').moved(away, false)
    expect(two.path).toEqual(['stops', 1, 'offset'])
  })

  test('has no handle for what a record decides, and none without room', () => {
    const bound: Gradient = { type: 'conic', angle: { bind: 'Angle' }, stops }
    expect(gradientView(bound, size, 1)?.handles.map(({ name }) => name)).not.toContain('angle')
    const filled = gradientView({ type: 'linear', stops: { bind: 'Stops' } }, size, 1)
    expect([filled?.line, filled?.handles.map(({ name }) => name)]).toEqual([[], ['angle']])
    expect(gradientView({ type: 'linear', stops }, { width: 200, height: 10 }, 1)).toBeUndefined()
  })
})

test('activeGradient() is that of the paint that is worked on, on every kind of paint', () => {
  const fade = { type: 'linear' as const, stops: [{ color: '#ff0000' }, { color: '#0000ff' }] }
  const box = { width: 200, height: 100 }
  const session = openTestSession([
    { ...box, type: 'text', name: 'Title', text: 'Hello', stroke: { width: 2, color: fade }, fill: fade },
    { ...box, type: 'chart', name: 'Bars', values: [1, 2], colors: ['#000000', fade] },
    { ...box, type: 'group', name: 'Group', x: 50, children: [{ ...box, type: 'line', name: 'Line', color: fade }] },
    { ...box, type: 'table', name: 'Prices', rows: [['Tea']], headerFill: fade },
  ])
  drawAsWritten(session)
  const [title = '', bars = '', group = '', table = ''] = session.state.document.ids.map(({ id }) => id)
  const line = session.state.document.ids[2]?.children[0]?.id ?? ''
  const pathOf = (selection: readonly string[], paint: string | null = null) => {
    session.set({ selection, paint: paint === null ? null : { path: paint, stop: 0 } })
    return activeGradient(session.state)?.path.join('.')
  }
  expect(pathOf([title])).toBe('fill')
  expect(pathOf([title], 'stroke.color')).toBe('stroke.color')
  expect(pathOf([bars])).toBe('colors.1')
  expect(pathOf([line])).toBe('color')
  expect(activeGradient(session.state)?.matrix).toEqual([1, 0, 0, 1, 50, 0])
  for (const none of [[group], [table], [title, bars], []]) expect(pathOf(none)).toBeUndefined()
  session.run({ type: 'set', target: 'page', path: ['background'], value: fade })
  expect(pathOf([])).toBeUndefined()
  expect(pathOf([], 'background')).toBe('background')
  session.set({ readOnly: 'role' })
  expect(activeGradient(session.state)).toBeUndefined()
})
