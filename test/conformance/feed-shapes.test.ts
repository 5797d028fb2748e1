import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeFeed, startFakeFeed } from '#test/fakes/feed/fake-feed.ts'
import { type FeedWorld, feedTable, openFeedWorld } from '#test/fakes/feed/open-feed.ts'
import { shapes } from '#test/fakes/feed/shapes.ts'

let fake: FakeFeed
let world: FeedWorld
beforeAll(async () => {
  fake = await startFakeFeed()
  world = await openFeedWorld()
})
afterAll(() => Promise.all([fake.close(), world.close()]))

test.each(shapes)('reads $file', async ({ file, settings = {}, count, id, fields, kinds = {} }) => {
  fake.bodies.set(`/${file}`, { body: readFileSync(join(import.meta.dirname, '../fakes/feed/shapes', file)) })
  const source = world.open({ url: `${fake.url}/${file}`, ...settings })
  const records = []
  for await (const page of source.pages(feedTable, { viewId: null })) records.push(...page.records)
  expect(records).toHaveLength(count)
  const record = records.find((each) => each.id === id)
  expect(record?.fields).toMatchObject(fields)
  const listed = await source.listFields(feedTable)
  expect(Object.fromEntries(listed.map((field) => [field.id, field.kind]))).toMatchObject(kinds)
  expect((await source.check()).warnings).toEqual([])
})
