import { parseTemplate } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestWorld } from '#core/fakes/test-world.ts'
import { namedParts } from './named-parts.ts'

const opened = useTestData()

test('namedParts() sees what takes the place of an empty result, and assets in expressions', async () => {
  const box = { width: 10, height: 10 }
  const title = {
    ...box,
    type: 'text',
    name: 'Title',
    text: 'Hi',
    fontFamily: { expression: 'Font', fallback: 'Acme' },
  }
  const photo = { ...box, type: 'image', name: 'Photo', src: { expression: 'Photo | default:"asset:ast_2"' } }
  const design = parseTemplate({ schema: 1, width: 10, height: 10, layers: [title, photo] })
  expect(await namedParts(createTestWorld({ data: opened.data }), design, {})).toEqual({
    fonts: [{ family: 'Acme', isKnown: false }],
    assets: [{ id: 'ast_2', filename: null }],
  })
})
