import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { outputRevision } from '@pictable/renderer/template'
import { visitEmbedded } from '@pictable/server/database/open-embedded.ts'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeAction, recordsOf, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

const dataDir = makeDataDirectory('pictable-earlier-')
let app: WholeApp

const start = () => startWholeApp({ PICTABLE_DATA_DIR: dataDir, PICTABLE_RENDER_PROCESSES: '1' })

beforeAll(async () => {
  app = await start()
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** What releases without expressions draw as it is. */
const words = 'Hi {{Name}}, {{ Name | upper }} \\{{ {{'
const place = { x: 10, width: 580, height: 120, fontSize: 36 }

function designWith(text: unknown) {
  return {
    schema: 1,
    name: 'Old',
    width: 600,
    height: 300,
    layers: [
      { type: 'text', name: 'Words', ...place, y: 10, text },
      { type: 'text', name: 'Name', ...place, y: 150, text: { bind: 'Name' } },
    ],
  }
}

const rowsShape = z.array(z.object({ fingerprint: z.string() }))

const fingerprints = () =>
  visitEmbedded(dataDir, async (kysely) =>
    rowsShape.parse(await rowsOf(kysely, 'select fingerprint from outputs order by record_id', [])),
  )

async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}

/** The bytes of the images of a run, in the order of its records. */
async function imagesOf(runId: string): Promise<Buffer[]> {
  const records = await recordsOf(app.client, runId)
  return Promise.all(
    records.map(async ({ image_id }) => {
      const image = await app.client.images.get({ params: { id: image_id ?? '' } })
      return bytesOf(image.url)
    }),
  )
}

test('a design stored before there were expressions keeps its fingerprints and the bytes of its images', async () => {
  const { actionId } = await makeAction(app.client, {
    fields: [{ name: 'Name', kind: 'text' }],
    rows: [{ Name: 'Ada' }, { Name: 'Bob' }],
    design: designWith(words.replaceAll('{{', '\\{{')),
  })
  const action = await app.client.actions.get({ params: { id: actionId } })
  const run = await untilEnded(app.client, await trigger(app.client, actionId))
  expect(run).toMatchObject({ rendered: 2, failed: 0 })
  const before = await imagesOf(run.id)
  // A value is never parsed: it is drawn as those releases drew the text.
  const drawn = await app.client.images.create({
    body: { template: designWith({ bind: 'Words' }), values: { Words: words, Name: 'Ada' } },
  })
  expect((await bytesOf(drawn.url)).equals(before[0] ?? Buffer.alloc(0))).toBe(true)
  await app.close()

  // As those releases made them: the name in the text is none.
  const expected = ['Ada', 'Bob'].map((name) => {
    const made = JSON.stringify([1, action.template_id, 1, outputRevision, [['png'], null, null]])
    return createHash('sha256')
      .update(`${made}${JSON.stringify([['Name', name]])}`)
      .digest('hex')
  })
  expect((await fingerprints()).map(({ fingerprint }) => fingerprint).sort()).toEqual(expected.sort())
  // As those releases stored the design.
  await visitEmbedded(dataDir, (kysely) =>
    rowsOf(
      kysely,
      'update template_versions set design = $1, expressions = false, links = false where template_id = $2',
      [JSON.stringify(designWith(words)), action.template_id],
    ),
  )

  app = await start()
  const stored = await app.client.templates.get({ params: { id: action.template_id } })
  expect(stored.design.layers).toMatchObject([{ text: words.replaceAll('{{', '\\{{') }, { name: 'Name' }])
  const again = await untilEnded(app.client, await trigger(app.client, actionId))
  expect(again).toMatchObject({ rendered: 0, skipped: 2, failed: 0 })
  const forced = await app.client.actions.run({ params: { id: actionId }, body: { force: true } })
  const repeated = await untilEnded(app.client, 'id' in forced ? forced.id : '')
  expect(repeated).toMatchObject({ rendered: 2, failed: 0 })
  const after = await imagesOf(repeated.id)
  expect(after.map((bytes, at) => bytes.equals(before[at] ?? Buffer.alloc(0)))).toEqual([true, true])
})
