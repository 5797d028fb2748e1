import { expect, test } from 'vitest'
import { replacedColors, withReplacement } from './replaced-colors.ts'

test('colours of a drawing are listed with what replaces them, however they are written', () => {
  const written = { RED: '#00ff00', '#123456': '#ffffff' }
  expect(replacedColors(['#f00', 'blue', 'rgb(50% 50% 50%)'], written)).toEqual([
    { own: '#ff0000', replacement: '#00ff00' },
    { own: '#0000ff', replacement: undefined },
    // The nearest hex is another colour.
    { own: 'rgb(50% 50% 50%)', replacement: undefined },
    { own: '#123456', replacement: '#ffffff' },
  ])
  // As the renderer draws it.
  expect(replacedColors(['#f00'], { red: 'blue', '#f00': 'lime' })).toEqual([{ own: '#ff0000', replacement: 'lime' }])
  expect(replacedColors(['#f00'], { bind: 'Colours' })).toEqual([{ own: '#ff0000', replacement: undefined }])
})

test('a colour is replaced once, and no longer by itself', () => {
  expect(withReplacement(undefined, '#ff0000', '#00ff00')).toEqual({ '#ff0000': '#00ff00' })
  expect(withReplacement({ red: 'blue', '#123': '#fff' }, '#ff0000', 'lime')).toEqual({ red: 'lime', '#123': '#fff' })
  expect(withReplacement({ red: 'blue' }, '#ff0000', undefined)).toBeUndefined()
  expect(withReplacement({ red: 'blue', '#123': '#fff' }, '#ff0000', '#F00')).toEqual({ '#123': '#fff' })
})
