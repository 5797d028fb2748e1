import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameCorners, unwrapFrame } from '#editor/geometry/frame.ts'
import { farthest } from '#editor/geometry/random-frames.test-kit.ts'
import { apply } from './apply.ts'
import type { LayerId } from './command.ts'
import { ancestorsOf, type EditorDocument, idOfName, layerAt, layersOf } from './document.ts'
import { frameOf } from './layer-frame.ts'
import { laidOutOf, open } from './random-commands.test-kit.ts'

const names = ['Card', 'Hole', 'Photo', 'Title', 'Badge', 'Rule']

/** The corners on the page of every layer that is no anchored one. */
function places(document: EditorDocument): Map<LayerId, ReturnType<typeof frameCorners>> {
  const found = new Map<LayerId, ReturnType<typeof frameCorners>>()
  for (const [id, { layer }] of layersOf(document)) {
    if (layer.name === 'Price') continue
    const frames = [...ancestorsOf(document, id), id].map((one) => frameOf(layerAt(document, one) ?? {}))
    found.set(id, frameCorners(frames.reduceRight((inner, outer) => unwrapFrame(inner, outer))))
  }
  return found
}

function expectSamePlaces(before: EditorDocument, after: EditorDocument): void {
  const now = places(after)
  for (const [id, corners] of places(before)) {
    const there = now.get(id)
    if (there) expect(farthest(there, corners), layerAt(before, id)?.name).toBeLessThan(0.02)
  }
}

test('grouping and ungrouping leave every layer where it is on the page', () => {
  fc.assert(
    fc.property(fc.subarray(names, { minLength: 1 }), (chosen) => {
      const document = open()
      const layers = chosen.map((name) => idOfName(document, name) ?? '')
      const { document: grouped, touched } = apply(document, { type: 'group', layers, laidOut: laidOutOf(document) })
      expectSamePlaces(document, grouped)
      const laidOut = laidOutOf(grouped)
      const { document: free } = apply(grouped, { type: 'ungroup', layers: touched, laidOut })
      expectSamePlaces(document, free)
    }),
    { numRuns: 20 },
  )
})

test('ungrouping a turned and mirrored group leaves its layers where they are', () => {
  const document = open()
  const layers = [idOfName(document, 'Badge') ?? '']
  const { document: free } = apply(document, { type: 'ungroup', layers, laidOut: laidOutOf(document) })
  expectSamePlaces(document, free)
  expect(layersOf(free).size).toBe(layersOf(document).size - 1)
})
