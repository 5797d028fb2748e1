import { parseTemplate } from '@pictable/renderer/template'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apply } from './apply.ts'
import { CommandError } from './command-error.ts'
import { childrenOf, type EditorDocument, idAt, layerAt, layersOf, parentOf, pathOf } from './document.ts'
import { commandFrom, type Draw, drawing, open } from './random-commands.test-kit.ts'

/** Applies a command that may be wrong: then nothing happens. */
function attempt(document: EditorDocument, draw: Draw) {
  try {
    return apply(document, commandFrom(document, draw))
  } catch (error) {
    if (error instanceof CommandError) return undefined
    throw error
  }
}

test('apply() gives a valid design, and its inverse restores the former one', () => {
  let applied = 0
  fc.assert(
    fc.property(fc.array(drawing, { minLength: 1, maxLength: 8 }), (draws) => {
      let document = open()
      for (const draw of draws) {
        const before = structuredClone({ design: document.design, ids: document.ids })
        const done = attempt(document, draw)
        expect({ design: document.design, ids: document.ids }).toEqual(before)
        if (!done) continue
        applied++
        expect(() => parseTemplate(structuredClone(done.document.design))).not.toThrow()
        const undone = apply(done.document, done.inverse)
        expect(undone.document.design).toEqual(before.design)
        expect(undone.document.ids).toEqual(before.ids)
        // The redo command of the undo leads to the same design again, after a way through JSON.
        const redo = JSON.parse(JSON.stringify(undone.inverse))
        expect(apply(undone.document, redo).document.design).toEqual(done.document.design)
        document = done.document
      }
    }),
    { numRuns: 60 },
  )
  expect(applied).toBeGreaterThan(100)
})

test('ids, paths, parents and children agree after any command', () => {
  fc.assert(
    fc.property(fc.array(drawing, { minLength: 1, maxLength: 6 }), (draws) => {
      let document = open()
      for (const draw of draws) document = attempt(document, draw)?.document ?? document
      const all = [...layersOf(document)]
      expect(new Set(all.map(([id]) => id)).size).toBe(all.length)
      for (const [id, { layer }] of all) {
        expect(idAt(document, pathOf(document, id) ?? [])).toBe(id)
        expect(childrenOf(document, parentOf(document, id))).toContain(id)
        expect(layerAt(document, id)).toBe(layer)
      }
    }),
    { numRuns: 30 },
  )
})

test('layers that a command leaves alone stay the same objects', () => {
  fc.assert(
    fc.property(drawing, (draw) => {
      const document = open()
      const done = attempt(document, draw)
      if (!done) return
      for (const [id, { layer }] of layersOf(document)) {
        const after = layerAt(done.document, id)
        if (after && JSON.stringify(after) === JSON.stringify(layer)) expect(after).toBe(layer)
      }
    }),
    { numRuns: 200 },
  )
})
