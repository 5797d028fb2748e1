import { describe, expect, test } from 'vitest'
import { NetError } from './net-error.ts'
import { asTyped } from './typed-host.ts'

const errorAbout = (host: string, problem: string) =>
  new NetError('blocked_address', `Cannot reach "${host}": ${problem}`, { host, problem })

const loopback = errorAbout('127.0.0.1', 'it is closed')

describe('asTyped()', () => {
  test.each([
    ['the host as it is', 'https://127.0.0.1/'],
    ['another host, such as before a redirect', 'https://example.com/'],
    ['what is no URL', 'somewhere'],
    ['a URL without a host', 'https:///'],
  ])('leaves the error as it is for %s', (_, text) => {
    expect(asTyped(loopback, text)).toBe(loopback)
  })

  test('leaves every other error as it is', () => {
    const error = new Error('something else')
    expect(asTyped(error, 'https://127.1/')).toBe(error)
  })

  test('names the host as it was typed, without what a URL leaves out', () => {
    expect(asTyped(loopback, 'https://12\t7.\r\n1:8443/')).toMatchObject({
      code: 'blocked_address',
      message: 'Cannot reach "127.1" (127.0.0.1): it is closed',
    })
  })

  test('names at most 253 characters of it', () => {
    const host = `${'a'.repeat(60)}.`.repeat(5).slice(0, -1)
    const error = errorAbout(host, 'it is no name')
    expect(asTyped(error, `https://${host.toUpperCase()}/`)).toMatchObject({
      message: `Cannot reach "${host.toUpperCase().slice(0, 253)}": it is no name`,
    })
  })
})
