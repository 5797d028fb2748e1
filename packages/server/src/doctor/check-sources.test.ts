import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '#server/settings/config.ts'
import { checkSources } from './check-sources.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'pictable-doctor-sources-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const check = () => checkSources(parseConfig({ PICTABLE_DATA_DIR: dataDir }))

test('descriptions in the data folder are checked, and a broken one is named with its place', async () => {
  expect(await check()).toMatchObject({ state: 'ok' })
  mkdirSync(join(dataDir, 'sources'))
  writeFileSync(join(dataDir, 'sources/notes.txt'), 'no description')
  expect(await check()).toMatchObject({ state: 'ok' })
  writeFileSync(join(dataDir, 'sources/shop.json'), '{"kind": "Shop!", "title": "Shop"}')
  mkdirSync(join(dataDir, 'sources/folder.json'))
  expect(await check()).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(
      /sources\/folder\.json: .*sources\/shop\.json: \/kind: must be 2 to 40 lower-case letters/s,
    ),
  })
})
