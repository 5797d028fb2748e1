import { parseTemplate } from '@pictable/renderer/template'
import { expect, test } from 'vitest'
import { refuseOtherPictures } from './request-of.ts'

function use(src: unknown, values: Record<string, string>): void {
  const photo = { type: 'image', name: 'Photo', width: 10, height: 10, src }
  refuseOtherPictures(parseTemplate({ schema: 1, width: 10, height: 10, layers: [photo] }), values)
}

const http = 'http://shop.example/a.png'

test.each([
  [{ bind: 'Photo' }, http],
  [{ expression: 'Photo | default:"asset:ast_1"' }, http],
  [{ expression: 'Photo | trim' }, ` ${http}`],
  [{ expression: 'Photo | trim' }, 'DATA:image/png;base64,AAAA'],
  [{ expression: 'Photo + ".png"' }, http],
  ['{{Photo}}', http],
  ['{{Photo}}', 'data:image/png;base64,AAAA'],
  ['{{Photo}}.png', http],
  ['{{Photo}}?{{Name}}', ' HTTP://shop.example/a.png'],
])('a picture by %j cannot be %s', (src, Photo) => {
  expect(() => use(src, { Photo })).toThrow('A picture cannot be used.')
})

test.each([
  [{ bind: 'Photo' }, 'https://shop.example/a.png'],
  [{ expression: 'Photo | trim' }, ' https://shop.example/a.png'],
  [{ expression: '"https://shop.example/" + Photo' }, 'sale: today'],
  [{ bind: 'Photo', fallback: 'asset:ast_1' }, ''],
  ['{{Photo}}', 'https://shop.example/a.png'],
  ['https://shop.example/{{Photo | url}}.jpg', 'sale: today'],
])('a picture by %j can be %s', (src, Photo) => {
  expect(() => use(src, { Photo, Other: http })).not.toThrow()
})
