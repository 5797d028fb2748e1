import { expect, test } from 'vitest'
import { ownColors, recolorSvg } from './recolor-svg.ts'
import { sanitizeSvg } from './sanitize-svg.ts'
import { writeSvg } from './svg-tree.ts'

async function read(inside: string, attributes = '') {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" ${attributes}>${inside}</svg>`
  const none = () => Promise.reject(new Error('no pictures'))
  return (await sanitizeSvg(new TextEncoder().encode(text), none)).root
}

const paths = (...attributes: string[]) => attributes.map((each) => `<path d="M0 0h9v9z" ${each}/>`).join('')

test.each([
  ['the most used first', paths('fill="red"', 'fill="#00F"', 'stroke="#0000ff" fill="none"'), '', ['#00F', 'red']],
  [
    'in styles',
    `<style>.a{fill:lime}</style>${paths('class="a"', 'style="stroke:teal"')}`,
    'fill="none"',
    ['lime', 'teal'],
  ],
  [
    'in gradients, not in masks',
    `<linearGradient id="g"><stop stop-color="tan"/></linearGradient><mask id="m">${paths('fill="white"')}</mask>${paths('fill="url(#g)" mask="url(#m)"')}`,
    '',
    ['tan'],
  ],
  ['black that is not written', `<g fill="red">${paths('')}</g>${paths('')}`, '', ['red', '#000000']],
  ['no black of what is only kept', `<defs>${paths('id="a"')}</defs><use href="#a" fill="red"/>`, '', ['red']],
  [
    'black of what is used without a colour',
    `<symbol id="s"><g>${paths('')}</g></symbol><defs><use id="u" href="#s"/></defs><use href="#u"/>`,
    '',
    ['#000000'],
  ],
  ['none of what has its own', `<defs>${paths('id="a" fill="red"')}</defs><use href="#a"/>`, '', ['red']],
  ['of the text, as what is written in its place', paths('fill="currentColor"'), 'color="navy"', ['navy']],
  ['of the text, black without one', paths('fill="currentColor"'), '', ['#000000']],
  ['nothing that is not seen', paths('fill="none"', 'fill="transparent"', 'fill="#ff000000"'), '', []],
])('colours are told: %s', async (_, inside, attributes, expected) => {
  const root = await read(inside, attributes)
  expect(ownColors(root).map(String)).toEqual(expected)
  // Each of them can be replaced.
  for (const color of expected) {
    const drawn = writeSvg(recolorSvg(root, { colors: { [color]: '#fedcba' } }))
    expect(drawn).toContain('#fedcba')
  }
})

test('colours that fill and stroke replace are not told', async () => {
  const root = await read(paths('fill="red" stroke="blue"', ''))
  expect(ownColors(root, { fill: 'tan' })).toEqual(['blue'])
  expect(ownColors(root, { stroke: 'tan' })).toEqual(['red', '#000000'])
})

test('of very many colours, the first are told', async () => {
  const many = Array.from({ length: 150 }, (_, at) => `fill="rgb(${at},0,9)"`)
  expect(ownColors(await read(paths(...many)))).toHaveLength(100)
})
