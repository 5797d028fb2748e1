import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { isOutdated } from './outdated.ts'

async function queryOf(meta: Record<string, unknown> = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let answer = () => Promise.resolve('read')
  const read = () =>
    queries.fetchQuery({ queryKey: ['one'], queryFn: () => answer(), meta, staleTime: 0 }).catch(() => null)
  await read()
  const [query] = queries.getQueryCache().getAll()
  if (query === undefined) throw new Error('there is no query')
  const fail = () => {
    answer = () => Promise.reject(new TypeError('gone'))
    return read()
  }
  return { query, fail }
}

describe('isOutdated()', () => {
  test('holds from a failure after data until it is read again', async () => {
    const { query, fail } = await queryOf()
    expect(isOutdated(query)).toBe(false)
    await fail()
    expect(query.state.data).toBe('read')
    expect(isOutdated(query)).toBe(true)
  })

  test('does not hold where the page itself shows the error', async () => {
    const { query, fail } = await queryOf({ saysItself: true })
    await fail()
    expect(isOutdated(query)).toBe(false)
  })
})

test('no part of a screen gives way to an error while there is data to show: `isLoadingError` is not `error`', () => {
  const folder = join(import.meta.dirname, '..')
  const wrong = globSync('**/*.tsx', { cwd: folder }).filter((path) =>
    /if \((\w+\.)?error\) return <Failure/.test(readFileSync(join(folder, path), 'utf8')),
  )
  expect(wrong).toEqual([])
})
