import { describe, expect, test } from 'vitest'
import type { FilledLayer } from '#renderer/model/filled-layer.ts'
import type { ImageRequest } from '#renderer/model/layer-kind.ts'
import type { Modification } from './changes.ts'
import { fill } from './fill.ts'
import { changeProblem, parseTemplate, type TemplateInput } from './template.ts'

type LayerInput = TemplateInput['layers'][number]

describe('modifications of parts', () => {
  const box = { type: 'rectangle', name: 'Box', width: 9, height: 9 } as const
  const photo = { type: 'image', name: 'Photo', src: { bind: 'Photo' }, width: 9, height: 9 } as const
  const frame = {
    ...box,
    name: 'Frame',
    fill: { type: 'picture', src: '{{Photo}}', zoom: { bind: 'Zoom' } },
  } as const
  const values = { Photo: 'data:,a', Zoom: 'wrong' }

  function fillOne(layer: LayerInput, changes: Omit<Modification, 'name'>): FilledLayer | undefined {
    const template = parseTemplate({ schema: 1, width: 100, height: 100, layers: [layer] })
    return fill(template, { values, modifications: [{ ...changes, name: layer.name }] }).layers[0]
  }
  function imageOf(layer: LayerInput, changes: Omit<Modification, 'name'>): ImageRequest | undefined {
    const { image, paints } = fillOne(layer, changes)?.content ?? {}
    return image ?? paints?.values().next().value
  }

  test('changes the part alone, and begins with the default where nothing is written', () => {
    expect(imageOf(photo, { 'focalPoint.x': 0.1 })?.focalPoint).toEqual({ x: 0.1, y: 0.5 })
    const written = { ...photo, focalPoint: { x: 0.2, y: 0.3 } }
    expect(imageOf(written, { 'focalPoint.y': '0.9' })?.focalPoint).toEqual({ x: 0.2, y: 0.9 })
    const bound = { ...photo, focalPoint: { x: { bind: 'Zoom' }, y: 0.3 } }
    expect(imageOf(bound, { 'focalPoint.x': 0.4 })?.focalPoint).toEqual({ x: 0.4, y: 0.3 })
    const whole = { focalPoint: { x: 0.7, y: 0.8 }, 'focalPoint.x': 0.1 }
    expect(imageOf(photo, whole)?.focalPoint).toEqual({ x: 0.1, y: 0.8 })
  })

  test('takes the last value of a property that several modifications set', () => {
    const template = parseTemplate({ schema: 1, width: 100, height: 100, layers: [photo] })
    const part = { name: 'Photo', 'focalPoint.x': 0.1, zoom: 2 }
    const whole = { name: 'Photo', focalPoint: { x: 0.7, y: 0.8 } }
    const imageAfter = (...modifications: Modification[]) =>
      fill(template, { values, modifications }).layers[0]?.content?.image
    expect(imageAfter(part, whole)).toMatchObject({ focalPoint: { x: 0.7, y: 0.8 }, zoom: 2 })
    expect(imageAfter(whole, part)).toMatchObject({ focalPoint: { x: 0.1, y: 0.8 }, zoom: 2 })
    expect(imageAfter(part, { name: 'Photo', 'focalPoint.y': 0.2 })?.focalPoint).toEqual({ x: 0.1, y: 0.2 })
  })

  test('crops the picture of a shape, whose source is that of the record', () => {
    const crop = { 'fill.zoom': 2, 'fill.focalPoint.x': 0.1 }
    expect(imageOf(frame, crop)).toMatchObject({ src: 'data:,a', zoom: 2, focalPoint: { x: 0.1, y: 0.5 } })
    expect(imageOf(frame, { 'fill.zoom': null })).toMatchObject({ src: 'data:,a', zoom: 1 })
  })

  test('changes entries of lists and maps that are there', () => {
    const chart: LayerInput = { type: 'chart', name: 'Chart', width: 9, height: 9, colors: ['#111', '#222'] }
    const problems = ['colors[1]', 'colors[2]', 'colors.1', 'colors[01]'].map((key) => changeProblem(chart, key, 'red'))
    expect(problems.map((problem) => problem !== undefined)).toEqual([false, true, true, true])
    const svg = {
      type: 'svg',
      name: 'Logo',
      src: 'data:,a',
      width: 9,
      height: 9,
      colors: { '#f00': '#0f0' },
    } as const
    expect(imageOf(svg, { 'colors.#f00': 'blue' })?.recolor?.colors).toEqual({ '#f00': 'blue' })
    expect(changeProblem(chart, 'colors[0]', null)).toBe('layer "Chart": colors[0]: must have a value')
    expect(changeProblem(svg, 'colors.#f00', null)).toBe('layer "Logo": colors.#f00: must have a value')
    expect(changeProblem(chart, 'colors', null)).toBeUndefined()
  })

  test.each([
    [box, 'fill.zoom', 2, 'layer "Box" (rectangle) has no property "fill.zoom"'],
    [box, 'shadow.x', 2, 'layer "Box" (rectangle) has no property "shadow.x"'],
    [photo, 'focalPoint.z', 0, 'layer "Photo" (image) has no property "focalPoint.z"'],
    [photo, 'focalPoint.constructor', 0, 'layer "Photo" (image) has no property "focalPoint.constructor"'],
    [photo, 'focalPoint.x', 7, 'layer "Photo": focalPoint.x: must be at most 1'],
    [frame, 'fill.type', 'linear', 'layer "Frame": fill.type: '],
    [frame, 'fill.type', null, 'layer "Frame": fill.type: must have a value'],
  ])('refuses what the layer does not have (%#)', (layer, key, value, message) => {
    expect(() => fillOne(layer, { [key]: value })).toThrow(message)
  })
})
