import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RenderError } from '#renderer/errors/render-error.ts'
import { vetRaster } from '#renderer/pictures/vet-raster.ts'
import { svg } from './hostile-svg.test-kit.ts'
import { sanitizeSvg } from './sanitize-svg.ts'
import { writeSvg } from './svg-tree.ts'

const clean = async (text: string) => writeSvg((await sanitizeSvg(new TextEncoder().encode(text), vetRaster)).root)

const elementNames = [
  'svg',
  'g',
  'rect',
  'use',
  'image',
  'text',
  'style',
  'script',
  'a',
  'mask',
  'x:y',
  'foreignObject',
  'path',
]
const hostileValues = [
  'url(#a)',
  'url(http://a.example/#b)',
  'file:///etc/passwd',
  '#a',
  'red',
  '1e5',
  'javascript:alert(1)',
  'data:,x',
  'fill:url(#b);stroke:url(//c)',
  'matrix(1 0 0 1 0 0)',
  '&lt;script&gt;',
  'M0 0L9 9',
  "url('#a') url(x)",
  'a&#10;b',
  'é',
]
const attributeKeys = [
  'id',
  'href',
  'xlink:href',
  'fill',
  'style',
  'class',
  'mask',
  'transform',
  'd',
  'onload',
  'x',
  'filter',
  'font-family',
  'x:z',
]

const anyElement = fc.letrec<{ node: string }>((tie) => ({
  node: fc
    .record({
      name: fc.constantFrom(...elementNames),
      attributes: fc.uniqueArray(fc.tuple(fc.constantFrom(...attributeKeys), fc.constantFrom(...hostileValues)), {
        selector: ([key]) => key,
        maxLength: 4,
      }),
      children: fc.array(
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.constantFrom('a{fill:red}', ' ', '&amp;', '<![CDATA[<b>]]>'),
          tie('node'),
        ),
        { maxLength: 3 },
      ),
    })
    .map(({ name, attributes, children }) => {
      const written = attributes.map(([key, value]) => ` ${key}="${value}"`).join('')
      return `<${name}${written}>${children.join('')}</${name}>`
    }),
})).node

describe('the output of sanitizeSvg()', () => {
  test('is what it makes of itself, and refers to nothing but its own parts', async () => {
    let kept = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyElement, { maxLength: 4 }), async (elements) => {
        const text = svg(elements.join(''), 'width="9" height="9" xmlns:x="y"')
        const once = await clean(text).catch((error: unknown) => {
          if (!(error instanceof RenderError)) throw error
          return undefined
        })
        if (once === undefined) return
        kept++
        expect(await clean(once)).toBe(once)
        for (const [, href = ''] of once.matchAll(/href="([^"]*)"/g))
          expect(href).toMatch(/^(#|data:image\/(png|jpeg);)/)
        for (const [, url = ''] of once.matchAll(/url\(\s?["']?([^)]*)\)/g)) expect(url).toMatch(/^#/)
        expect(once).not.toMatch(/<script|<foreignObject|<style|<a[\s>]|\son\w+=|javascript:|file:/)
      }),
      { numRuns: 500 },
    )
    expect(kept).toBeGreaterThan(20)
  })
})
