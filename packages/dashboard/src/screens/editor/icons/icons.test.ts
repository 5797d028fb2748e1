import { expect, test } from 'vitest'
import { iconLayer, searchIcons, titleOfIcon } from './icons.ts'

const icon = (name: string, tags = '') => ({ name, tags, markup: '<path d="M0 0"/>' })
const icons = [icon('shopping-cart', 'trolley, e-commerce'), icon('cart'), icon('star', 'favourite'), icon('star-half')]
const found = (sought: string) => searchIcons(icons, sought).map(({ name }) => name)

test.each([
  ['', ['shopping-cart', 'cart', 'star', 'star-half']],
  ['cart', ['cart', 'shopping-cart']],
  ['STAR', ['star', 'star-half']],
  ['half star', ['star-half']],
  ['trolley', ['shopping-cart']],
  ['.*', []],
])('searchIcons() finds "%s" by name and tags', (sought, expected) => {
  expect(found(sought)).toEqual(expected)
})

test('an icon becomes an svg layer whose colour is a property', () => {
  expect(titleOfIcon({ name: 'a-arrow-down' })).toBe('A arrow down')
  expect(iconLayer(icon('shopping-cart'))).toMatchObject({
    type: 'svg',
    name: 'Shopping cart',
    stroke: '#17171c',
    svg: expect.stringMatching(/^<svg xmlns=.*<path d="M0 0"\/><\/svg>$/),
  })
})
