import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/database.ts'
import { openPrepared } from '#database/prepared-cluster.test-kit.ts'
import { rowsOf } from '#database/statement.ts'
import { draftData } from './draft-data.ts'
import { templateData } from './template-data.ts'

let database: Database

beforeAll(async () => {
  database = await openPrepared()
})
afterAll(() => database.close())

const designOf = (text: string) => {
  return {
    schema: 1,
    width: 10,
    height: 10,
    name: '',
    layers: [{ type: 'text', name: 'T', width: 9, height: 9, text }],
  }
}

test('braces in designs of an earlier release stay text, those of this one are expressions', async () => {
  const { kysely } = database
  const now = new Date()
  const old = JSON.stringify(designOf('{{Name}} is literal'))
  await rowsOf(
    kysely,
    `insert into templates (id, name, latest_version, width, height, sample, revision, created_at, updated_at)
     values ('tpl_1', 'T', 1, 10, 10, '{}', 1, $1, $1)`,
    [now],
  )
  // As an earlier release writes them, also beside this one, and as its archives contain them.
  await rowsOf(
    kysely,
    `insert into template_versions (template_id, version, design, created_at) values ('tpl_1', 1, $1, $2)`,
    [old, now],
  )
  await rowsOf(
    kysely,
    `insert into template_drafts (template_id, revision, base_version, design, changed_at) values ('tpl_1', 1, 1, $1, $2)`,
    [old, now],
  )
  const templates = templateData(kysely)
  const drafts = draftData(kysely)
  const escaped = designOf('\\{{Name}} is literal')
  expect((await templates.getVersion('tpl_1', 1))?.design).toEqual(escaped)
  expect((await templates.getStoredVersion('tpl_1', 1))?.design).toEqual(escaped)
  const draft = await drafts.get('tpl_1')
  expect(draft?.change?.design).toEqual(escaped)
  const stored = await rowsOf<{ design: unknown }>(kysely, 'select design from template_versions', [])
  expect(stored[0]?.design).toEqual(designOf('{{Name}} is literal'))

  const written = designOf('{{Name}} is a value')
  const version = await templates.getVersion('tpl_1', 1)
  if (!version || !draft) throw new Error('nothing is stored')
  await templates.insertVersion({
    ...version,
    version: 2,
    design: { ...version.design, ...written, schema: 1, layers: [] },
  })
  await drafts.update({ ...draft, change: { baseVersion: 2, design: written } })
  expect((await drafts.get('tpl_1'))?.change?.design).toEqual(written)
  const rows = await rowsOf<{ expressions: boolean }>(
    kysely,
    'select expressions and links as expressions from template_versions order by version',
    [],
  )
  expect(rows.map(({ expressions }) => expressions)).toEqual([false, true])
})
