import { formatDesign } from '@pictable/renderer/format-design'
import { describe, expect, test } from 'vitest'
import { apply } from '#editor/document/apply.ts'
import { type EditorDocument, idOfName, layerAt } from '#editor/document/document.ts'
import { open } from '#editor/document/random-commands.test-kit.ts'
import { layerInSource, placeInSource, readSource, sourceOf } from './source.ts'

const idOf = (document: EditorDocument, name: string) => idOfName(document, name) ?? ''

/** The document after a text was edited. */
function edited(document: EditorDocument, layer: string | null, change: (text: string) => string) {
  const id = layer === null ? null : idOf(document, layer)
  const read = readSource(document, id, JSON.parse(change(sourceOf(document, id))))
  if (read.type !== 'change') throw new Error(JSON.stringify(read))
  return apply(document, read.command)
}

describe('sourceOf() and readSource()', () => {
  test('the text of the design is its canonical one, and by itself changes nothing', () => {
    const document = open()
    expect(sourceOf(document, null)).toBe(formatDesign(document.design))
    for (const layer of [null, 'Title', 'Badge', 'Mark 2']) {
      const id = layer === null ? null : idOf(document, layer)
      expect(readSource(document, id, JSON.parse(sourceOf(document, id)))).toEqual({ type: 'same' })
    }
  })

  test('an edit changes its layer and keeps all others, with their ids', () => {
    const document = open()
    for (const layer of [null, 'Star']) {
      const { document: after, inverse } = edited(document, layer, (text) =>
        text.replace('"rotation": 10', '"rotation": 11'),
      )
      expect(layerAt(after, idOf(document, 'Star'))).toMatchObject({ name: 'Star', rotation: 11 })
      expect(after.ids).toEqual(document.ids)
      for (const name of ['Card', 'Badge text', 'Marks']) {
        expect(layerAt(after, idOf(document, name))).toBe(layerAt(document, idOf(document, name)))
      }
      expect(formatDesign(apply(after, inverse).document.design)).toBe(formatDesign(document.design))
    }
  })

  test('a new name in the text of a layer reaches the anchors and locks that use it', () => {
    const document = open()
    const { document: after } = edited(document, 'Title', (text) => text.replace('"Title"', '"Headline"'))
    expect(layerAt(after, idOf(document, 'Title'))?.name).toBe('Headline')
    expect(layerAt(after, idOf(document, 'Price'))?.anchor?.layer).toBe('Headline')
    const { document: renamed } = edited(document, 'Card', (text) => text.replace('"Card"', '"Back"'))
    expect(renamed.design.editor?.locked).toContain('Back')
  })

  test('says where an invalid text is wrong, in the text that is shown', () => {
    const document = open()
    const wrong = (layer: string | null, from: string, to: string) => {
      const id = layer === null ? null : idOf(document, layer)
      return readSource(document, id, JSON.parse(sourceOf(document, id).replace(from, to)))
    }
    expect(wrong(null, '"rotation": 10', '"rotation": "left"')).toMatchObject({
      type: 'invalid',
      issues: [{ path: ['layers', 5, 'children', 0, 'rotation'] }],
    })
    expect(wrong('Star', '"rotation": 10', '"rotate": 10')).toMatchObject({
      issues: [{ path: ['rotate'], message: 'is not a known property' }],
    })
    expect(wrong('Star', '"Star"', '"Card"')).toMatchObject({ issues: [{ path: ['name'] }] })
    expect(readSource(document, null, 3)).toMatchObject({ type: 'invalid', issues: [{ path: [] }] })
    expect(readSource(document, idOf(document, 'Star'), null)).toMatchObject({
      type: 'invalid',
      issues: [{ path: [] }],
    })
  })

  test('places lead from layers to the text and back', () => {
    const document = open()
    for (const name of ['Card', 'Badge', 'Mark 2']) {
      const id = idOf(document, name)
      const place = placeInSource(document, id) ?? []
      expect(layerInSource(document, [...place, 'fill', 'stops', 0])).toBe(id)
    }
    expect(layerInSource(document, ['background'])).toBeNull()
    expect(layerInSource(document, ['layers', 99])).toBeNull()
  })
})
