import { parseTemplate } from '@pictable/renderer/template'
import { describe, expect, test } from 'vitest'
import { drawnWarnings } from './drawn-warnings.ts'

function designOf(...names: string[]) {
  const layers = names.map((name) => ({ type: 'rectangle', name, x: 0, y: 0, width: 1, height: 1 }))
  return parseTemplate({ schema: 1, width: 10, height: 10, layers })
}

describe('drawnWarnings()', () => {
  test('names the layer of each warning', () => {
    const warnings = ['layer "Title": was cut', 'layer "A": B": was cut', 'layer "Gone": was cut', 'the page: x']
    const information = ['layer "Title": is smaller']
    const severity = 'warning'
    expect(drawnWarnings({ warnings, information }, designOf('Title', 'A": B'))).toEqual([
      { layer: 'Title', severity, message: 'was cut' },
      { layer: 'A": B', severity, message: 'was cut' },
      { layer: null, severity, message: 'layer "Gone": was cut' },
      { layer: null, severity, message: 'the page: x' },
      { layer: 'Title', severity: 'information', message: 'is smaller' },
    ])
    expect(drawnWarnings({}, designOf())).toEqual([])
  })

  test('takes little longer for many layers and warnings than for few', () => {
    const design = designOf(...Array.from({ length: 500 }, (_, at) => `Layer ${at}`))
    const warnings = Array.from({ length: 20_000 }, (_, at) => `layer "Layer ${at % 500}": was cut`)
    const before = process.cpuUsage()
    const found = drawnWarnings({ warnings }, design)
    const { user, system } = process.cpuUsage(before)
    expect(found[499]).toEqual({ layer: 'Layer 499', severity: 'warning', message: 'was cut' })
    expect((user + system) / 1000).toBeLessThan(200)
  })
})
