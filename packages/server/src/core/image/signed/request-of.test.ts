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
  expect(() => use(src, { Photo, Name: 'Ada' })).toThrow('A picture cannot be used.')
})

test.each([
  ['{{A}}{{B}}', { A: 'ht', B: 'tp://shop.example/a.png' }],
  ['{{A}}{{B}}', { A: 'da', B: 'ta:image/png;base64,AAAA' }],
  [{ expression: 'A + B' }, { A: 'fi', B: 'le:///etc/passwd' }],
  ['{{A}}s://shop.example/{{B}}', { A: 'http://evil.example/?', B: 'x' }],
  ['http{{A}}/{{B}}', { A: '://evil.example', B: 'x' }],
  ['{{A | replace:"x":""}}', { A: 'hxttp://shop.example/a.png' }],
])('a picture by %j cannot be made of the pieces %j', (src, values) => {
  expect(() => use(src, values)).toThrow('A picture cannot be used.')
})

test('an address that the template itself begins can be completed', () => {
  expect(() => use('http://shop.example/{{A}}.png', { A: 'http:' })).not.toThrow()
  expect(() => use('{{A}}://{{B}}/a.png', { A: 'https', B: 'shop.example' })).not.toThrow()
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
