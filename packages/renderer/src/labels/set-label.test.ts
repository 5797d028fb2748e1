import { describe, expect, test } from 'vitest'
import { parseTemplate } from '#renderer/template/template.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'

const sizes = [0, 0.1, 1, 3, 3.1, 10_000]
const barcode = { type: 'barcode', format: 'code-128', value: 'A-1' }
const chart = { type: 'chart', values: [3, 1, 2], labels: ['one', 'two', 'three'], showValues: true, axis: true }
const forms = ['bar', 'line', 'area', 'pie', 'donut', 'progress', 'ring']
const layers = [barcode, ...forms.map((form) => ({ ...chart, chart: form }))]

describe('setLabel()', () => {
  test.each(layers.flatMap((layer) => sizes.map((size) => ({ layer, size }))))(
    'fits words of a $layer.type $layer.chart into $size pixels',
    async ({ layer, size }) => {
      const own = { ...layer, name: 'Words', x: 0, y: 0, width: { bind: 'Width' }, height: { bind: 'Height' } }
      const template = parseTemplate({ schema: 1, width: 60, height: 60, layers: [own] })
      for (const values of [
        { Width: size, Height: size },
        { Width: 50, Height: size },
        { Width: size, Height: 50 },
      ])
        expect((await renderer.render({ template, values })).files).toHaveLength(1)
    },
  )
})
