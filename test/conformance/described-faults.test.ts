import { AppError } from '@pictable/server/core/errors.ts'
import type { Source, SourceRecord, TableRef } from '@pictable/server/core/ports/source.ts'
import type { SourceFetch } from '@pictable/server/core/ports/source-fetch.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakeBaserow } from '#test/fakes/baserow/fake-baserow.ts'
import { openFixture as openBaserowFixture } from '#test/fakes/baserow/open-fixture.ts'
import { startFakeDirectus } from '#test/fakes/directus/fake-directus.ts'
import { openFixture as openDirectusFixture } from '#test/fakes/directus/open-fixture.ts'
import type { FakeApi, FakeRequest } from '#test/fakes/hosted/fake-api.ts'
import { type Account, descriptionOf, openDescribed } from '#test/fakes/hosted/open-described.ts'
import { createWay } from '#test/fakes/hosted/way-out.ts'
import { startFakeTeable } from '#test/fakes/teable/fake-teable.ts'
import { openFixture as openTeableFixture } from '#test/fakes/teable/open-fixture.ts'
import type { SourceFixture } from './source.ts'

type Fake = FakeApi & Account

const starters: readonly (readonly [kind: string, start: () => Promise<{ fake: Fake; fixture: SourceFixture }>])[] = [
  ['baserow', () => begin(startFakeBaserow, (fake) => openBaserowFixture(fake, 45))],
  ['directus', () => begin(startFakeDirectus, (fake) => openDirectusFixture(fake, 45))],
  ['teable', () => begin(startFakeTeable, (fake) => openTeableFixture(fake, 45))],
]

async function begin<Of extends Fake>(start: () => Promise<Of>, open: (fake: Of) => Promise<SourceFixture>) {
  const fake = await start()
  return { fake, fixture: await open(fake) }
}

async function listed(source: Source, table: TableRef): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const page of source.pages(table, { viewId: null })) records.push(...page.records)
  return records
}

const isRecords = ({ path, method }: FakeRequest) => method === 'GET' && /\/(rows|items|record)\b/.test(path)

describe.each(starters)('%s, when things go wrong', (kind, start) => {
  let fake: Fake
  let fixture: SourceFixture
  beforeEach(async () => {
    ;({ fake, fixture } = await start())
  })
  afterEach(() => fake.close())

  const { title } = descriptionOf(kind)
  const answerAll = (status: number, body: string) => fake.faults.push(() => ({ status, body }))
  const patchesOf = (records: readonly SourceRecord[], value: string) =>
    records.map(({ id }) => ({ recordId: id, fields: { [fixture.fieldIds.note]: value } }))

  test('a token that is revoked midway ends what is read and written, and names the fix', async () => {
    const { source, table } = fixture
    const records = await listed(source, table)
    fake.faults.push((request) => (isRecords(request) ? { status: 401, body: revoked(kind) } : null))
    const refused = { code: 'source_auth', message: expect.stringMatching(/token.*Create|credentials.*Create/s) }
    await expect(listed(source, table)).rejects.toMatchObject(refused)
    fake.faults[0] = () => ({ status: 401, body: revoked(kind) })
    await expect(source.writeBack(table, patchesOf(records, 'x'))).rejects.toMatchObject(refused)
  })

  test('an internal error is named', async () => {
    answerAll(500, '<html>')
    await expect(listed(fixture.source, fixture.table)).rejects.toMatchObject({ code: 'source_unavailable' })
  })

  test('another product at the URL, which sends a list of other JSON, is told in words', async () => {
    answerAll(200, '{"data":[1,null,"x"],"results":[1],"records":[[]]}')
    const { source, table } = fixture
    const failure = await source
      .listFields(table)
      .then(
        () => listed(source, table),
        (error: unknown) => error,
      )
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringMatching(new RegExp(`${title}|no longer`)) })
  })

  test('a server without the list of tables is another product, whatever its error says', async () => {
    answerAll(404, '{"detail":"Not Found","message":"Not Found","errors":[{"message":"Not Found"}]}')
    const { source } = fixture
    const words = `is not ${title}. Check the URL in the connection`
    const refused = { code: 'source_server', message: expect.stringContaining(words) }
    await expect(source.check()).rejects.toMatchObject(refused)
    await expect(source.listTables(fixture.table.baseId)).rejects.toMatchObject(
      kind === 'teable' ? { code: 'source_not_found' } : refused,
    )
    await expect(source.listFields(fixture.table)).rejects.toMatchObject({
      code: expect.stringMatching(/^source_(not_found|server)$/),
    })
  })

  test('a field that is deleted is named, with those that there are', async () => {
    const { source, table, fieldIds, remove } = fixture
    await remove?.field?.()
    const options = { viewId: null, fieldIds: [fieldIds.note] }
    const reading = source.pages(table, options)[Symbol.asyncIterator]().next()
    await expect(reading).rejects.toMatchObject({ message: expect.stringMatching(/no longer in the table.*"Name"/s) })
  })

  test('a batch that is cut off while it is written can be written again, with the same result', async () => {
    const { table, fieldIds } = fixture
    const records = await listed(fixture.source, table)
    const way = createWay()
    let isCut = false
    const cutting: SourceFetch = async (request) => {
      const answer = await way.send(request)
      if (request.method !== 'PATCH' || isCut) return answer
      isCut = true
      throw new AppError('source_unavailable', 'The connection was closed.')
    }
    const source = openDescribed(descriptionOf(kind), fake, cutting)
    await expect(source.writeBack(table, patchesOf(records, 'done'))).rejects.toMatchObject({
      code: 'source_unavailable',
    })
    expect(await source.writeBack(table, patchesOf(records, 'done'))).toEqual(records.map(() => ({ ok: true })))
    const notes = (await listed(fixture.source, table)).map(({ fields }) => fields[fieldIds.note])
    expect(notes).toEqual(records.map(() => 'done'))
  })
})

function revoked(kind: string): string {
  const bodies: Record<string, unknown> = {
    baserow: { error: 'ERROR_TOKEN_DOES_NOT_EXIST', detail: 'The provided token does not exist.' },
    directus: { errors: [{ message: 'Invalid user credentials.', extensions: { code: 'INVALID_CREDENTIALS' } }] },
    teable: { message: 'Unauthorized', status: 401, code: 'unauthorized' },
  }
  return JSON.stringify(bodies[kind])
}
