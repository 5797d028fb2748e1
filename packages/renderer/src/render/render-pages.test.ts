import { expect, test } from 'vitest'
import type { Pixels } from '#renderer/canvas/canvas.ts'
import { bundledFaces } from '#renderer/fonts/bundled.ts'
import { createPreparer } from '#renderer/jobs/preparer.ts'
import { onNode } from '#renderer/node/on-node.ts'
import type { TemplateInput } from '#renderer/template/template.ts'
import { halves, twoHalves } from '#renderer/testing/render.test-kit.ts'
import { renderPdf } from './render-pages.ts'

/** A renderer that knows which of the pictures it decoded have their pixels still. */
function createCounted() {
  const decoded: Pixels[] = []
  const live = () => decoded.filter(({ data }) => data.length > 0)
  let most = 0
  const { start } = createPreparer(
    {
      ...onNode,
      faces: bundledFaces(),
      async decode(bytes, size) {
        const pixels = await onNode.decode(bytes, size)
        decoded.push(pixels)
        most = Math.max(most, live().length)
        return pixels
      },
    },
    { load: async () => twoHalves() },
  )
  return { start, decoded, live, most: () => most }
}

const photo = { type: 'image', name: 'Photo', src: { bind: 'Photo' }, width: 40, height: 40 } as const
const painted = { type: 'rectangle', name: 'Painted', fill: { ...halves, src: { bind: 'Photo' } } } as const
const logo = { type: 'image', name: 'Logo', src: 'logo', x: 50, width: 20, height: 20 } as const

test('renderPdf() holds the pixels of the pages that are under way, however many it has', async () => {
  const { start, decoded, live, most } = createCounted()
  const template: TemplateInput = {
    schema: 1,
    width: 100,
    height: 60,
    layers: [photo, { ...painted, width: 9, height: 9 }, logo],
  }
  const rows = Array.from({ length: 30 }, (_, page) => ({ values: { Photo: `${page}` } }))
  const { pages } = await renderPdf({ template, rows }, start)
  expect([pages.length, decoded.length]).toEqual([30, 61])
  // Two of each of three pages, and the logo, which is kept for other files.
  expect(most()).toBeLessThanOrEqual(7)
  expect(live()).toHaveLength(1)
})
