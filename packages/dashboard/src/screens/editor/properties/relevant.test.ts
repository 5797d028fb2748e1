import { layerProperties } from '@pictable/renderer/property-schemas'
import { expect, test } from 'vitest'
import { isRelevant } from './relevant.ts'

const relevant = (layer: { type: string }, names: readonly string[]) =>
  names.filter((name) => isRelevant(layer, name, layerProperties(layer.type)))

test('isRelevant() leaves out what has no effect on a chart of the type', () => {
  const names = ['innerRadius', 'legend', 'horizontal', 'smooth', 'axis', 'fill', 'colors']
  expect(relevant({ type: 'chart' }, names)).toEqual(['horizontal', 'axis', 'fill', 'colors'])
  expect(relevant(Object.assign({ type: 'chart' }, { chart: 'donut' }), names)).toEqual([
    'innerRadius',
    'legend',
    'fill',
    'colors',
  ])
})

test('isRelevant() leaves out how the layers of a group follow each other, unless they do', () => {
  const names = ['layout', 'align', 'justify', 'gap', 'wrap', 'padding', 'clip']
  expect(relevant({ type: 'group' }, names)).toEqual(['layout', 'clip'])
  expect(relevant(Object.assign({ type: 'group' }, { layout: 'row' }), names)).toEqual(names)
})

test('isRelevant() keeps what is written, and what a record may make relevant', () => {
  expect(relevant(Object.assign({ type: 'chart' }, { legend: 'left' }), ['legend', 'startAngle'])).toEqual(['legend'])
  expect(relevant(Object.assign({ type: 'chart' }, { chart: { bind: 'Kind' } }), ['legend', 'smooth'])).toEqual([
    'legend',
    'smooth',
  ])
})
