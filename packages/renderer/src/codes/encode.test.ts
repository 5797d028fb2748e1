import bwip from 'bwip-js'
import { expect, test, vi } from 'vitest'
import { encodeBars, encodeMatrix } from './encode.ts'

test('a code that comes again is encoded once, one of another value or of other options is not it', () => {
  const raw = vi.spyOn(bwip, 'raw')
  const code = (value: string, eclevel: string) => {
    const { columns, isDark } = encodeMatrix(value, { id: 'qrcode', name: 'QR code', options: { eclevel } })
    return Array.from({ length: columns ** 2 }, (_, at) => isDark(at % columns, Math.floor(at / columns)))
  }
  const first = code('https://example.com/1', 'M')
  expect(code('https://example.com/1', 'M')).toEqual(first)
  expect(raw).toHaveBeenCalledTimes(1)
  expect(code('https://example.com/2', 'M')).not.toEqual(first)
  expect(code('https://example.com/1', 'H')).not.toEqual(first)
  expect(raw).toHaveBeenCalledTimes(3)
  const bars = (value: string) => encodeBars(value, { id: 'code128', name: 'Code 128' })
  expect(bars('A1')).toEqual(bars('A1'))
  expect(raw).toHaveBeenCalledTimes(4)
  raw.mockRestore()
})
