import { expect, test } from 'vitest'
import { familiesIn, sampleOf, textOfLayers } from './sample-text.ts'

const filling = { values: { Title: 'Größe', Price: 12, Empty: '', 'Price (net)': 10 }, locale: 'de' }

test.each([
  [{ text: 'Hello **bold** [red](color=#f00 size=2)' }, 'Hello bold red'],
  [{ text: '{{ Title }} costs **{{Price | currency: "EUR"}}**' }, 'Größe costs 12,00 €'],
  [{ text: '{{[Price (net)]}} {{Gone}}' }, '10'],
  [{ text: { expression: 'Price * 2' } }, '24'],
  [{ text: { bind: 'Title', fallback: 'None' } }, 'Größe'],
  [{ text: { bind: 'Empty', fallback: 'None' } }, 'None'],
  [{ text: { bind: 'Gone' } }, ''],
  [
    {
      rows: [
        ['Item', 'Précio'],
        ['한글', 4],
      ],
    },
    'Item Précio 한글 4',
  ],
  [{ fill: '#fff', name: 'Box' }, ''],
])('textOfLayers() reads %j', (layer, expected) => {
  expect(textOfLayers([layer], filling)).toBe(expected)
})

test('sampleOf() shows the beginning of the text by whole characters, or the name', () => {
  expect(sampleOf('', 'Lato')).toBe('Lato')
  expect(sampleOf('😀'.repeat(40), 'Lato')).toBe('😀'.repeat(32))
})

test('familiesIn() finds each family of a design once', () => {
  const layers = [
    { fontFamily: 'Lato', headerFontFamily: ['Inter', 'Lato'] },
    { children: [{ fontFamily: { bind: 'Font', fallback: 'Rubik' } }], name: 'Lobster' },
    { text: 'A [part](font="Noto Serif") in **another [one](color=red font=Lato)**' },
  ]
  expect(familiesIn({ layers })).toEqual(['Lato', 'Inter', 'Rubik', 'Noto Serif'])
})
