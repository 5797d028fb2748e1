import { expect, test } from 'vitest'
import { startLargeFeed } from '#test/fakes/feed/large-feed.ts'
import { readLarge } from '#test/fakes/feed/read-large.ts'

test.each([
  ['csv', 100_000],
  ['json', 20_000],
  ['xml', 20_000],
])('a feed of %s with %i records is read in little memory', async (format, count) => {
  const feed = await startLargeFeed()
  try {
    const { records, grownMib } = await readLarge(`${feed.url}/${format}/${count}`)
    expect(records).toBe(count)
    if (!Number.isNaN(grownMib)) expect(grownMib).toBeLessThan(100)
  } finally {
    await feed.close()
  }
})
