import { apply, CommandError, layersOf, openDocument } from '@pictable/editor'
import { expect, test } from 'vitest'
import { commandWords } from './command-words.ts'

const text = { type: 'text', name: 'Price', width: 100, height: 40, text: { bind: 'Price' } }
const group = { type: 'group', name: 'Row', width: 200, height: 200, children: [text] }
const document = openDocument({ schema: 1, width: 400, height: 400, layers: [group] })

/** Why a property of the text or the page cannot be set. */
function wordsFor(layer: string | 'page', path: readonly string[], value: unknown): string | undefined {
  const target = [...layersOf(document)].find(([, { layer: own }]) => own.name === layer)?.[0] ?? 'page'
  try {
    apply(document, { type: 'set', target, path, value })
    return undefined
  } catch (error) {
    if (error instanceof CommandError) return commandWords(error)
    throw error
  }
}

test.each([
  [
    'Price',
    ['text'],
    { bind: 'Price', format: { type: 'currency', currency: 'Yen coins' } },
    'Price: Currency is not a currency code such as "EUR"',
  ],
  ['Price', ['fontSize'], 20_000, /^Price: Size must be at most \d+$/],
  ['Row', ['opacity'], 2, 'Row: Opacity must be at most 1'],
  ['page', ['width'], 0, /^Width must be /],
  ['Price', ['text'], { bind: 'Price', format: { type: 'currency', currency: 'CHF' } }, undefined],
])('%s: %j cannot be %j: %s', (layer, path, value, words) => {
  const said = wordsFor(layer, path, value)
  if (words instanceof RegExp) expect(said).toMatch(words)
  else expect(said).toBe(words)
})
