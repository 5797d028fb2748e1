import { expect, test } from 'vitest'
import { textOfLayers } from './sample-text.ts'

const filling = { values: { Title: 'Größe', Price: 12, Empty: '', 'Price (net)': 10 }, locale: 'de' }

test('textOfLayers() reads at most 2,000 characters, in linear time', () => {
  const started = performance.now()
  expect(textOfLayers([{ text: '{{'.repeat(200_000) }, { text: '[('.repeat(200_000) }], filling).length).toBe(2000)
  expect(performance.now() - started).toBeLessThan(5000)
})
