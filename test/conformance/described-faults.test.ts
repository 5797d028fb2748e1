import { AppError } from '@pictable/server/core/errors.ts'
import type { Source, SourceRecord, TableRef } from '@pictable/server/core/ports/source.ts'
import type { SourceFetch } from '@pictable/server/core/ports/source-fetch.ts'
import { createDescribedSource } from '@pictable/server/sources/described/described-source.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakeBaserow } from '#test/fakes/baserow/fake-baserow.ts'
import { openFixture as openBaserowFixture } from '#test/fakes/baserow/open-fixture.ts'
import { startFakeDirectus } from '#test/fakes/directus/fake-directus.ts'
import { openFixture as openDirectusFixture } from '#test/fakes/directus/open-fixture.ts'
import type { FakeApi, FakeRequest } from '#test/fakes/hosted/fake-api.ts'
import { type Account, descriptionOf, openDescribed } from '#test/fakes/hosted/open-described.ts'
import { createWay, free } from '#test/fakes/hosted/way-out.ts'
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

/** Bodies over a bound are cut off, as the guard does it. */
const bounded =
  (send: SourceFetch, maxBytes: number): SourceFetch =>
  async (request) => {
    const answer = await send(request)
    if (answer.body.byteLength <= maxBytes) return answer
    const cause = Object.assign(new Error('too large'), { code: 'too_large' })
    throw new AppError('source_invalid', 'The table is unreachable: the response is too large.', { cause })
  }

describe.each(starters)('%s, when things go wrong', (kind, start) => {
  let fake: Fake
  let fixture: SourceFixture
  beforeEach(async () => {
    ;({ fake, fixture } = await start())
  })
  afterEach(() => fake.close())

  const { title } = descriptionOf(kind)
  const answerAll = (status: number, body: string, headers: Record<string, string> = {}) =>
    fake.faults.push(() => ({ status, body, headers }))
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

  test.each([
    ['with Retry-After', { 'retry-after': '7' }, (ms: number) => ms >= 7000],
    ['without Retry-After', {}, (ms: number) => ms >= 5000],
    ['with a Retry-After that is no time', { 'retry-after': 'soon' }, (ms: number) => ms >= 5000],
  ])('429 %s pauses all requests, and nothing is lost', async (_, headers, isLongEnough) => {
    const pauses: number[] = []
    const governor = { ...free, pause: async (_key: string, forMs: number) => void pauses.push(forMs) }
    const described = createDescribedSource(descriptionOf(kind), { fetch: createWay().send, governor })
    const source = described.open({ token: fake.token, endpoint_url: fake.url }, 'con_1')
    let left = 4
    fake.faults.push((request) => (isRecords(request) && left-- > 0 ? { status: 429, body: '', headers } : null))
    expect(await listed(source, fixture.table)).toHaveLength(45)
    expect(pauses).toHaveLength(4)
    expect(pauses.every(isLongEnough)).toBe(true)
  })

  test('429 without end, a used-up quota and an internal error are named', async () => {
    const { source, table } = fixture
    answerAll(429, '')
    await expect(listed(source, table)).rejects.toMatchObject({ code: 'source_rate_limited' })
    fake.faults.length = 0
    answerAll(
      402,
      JSON.stringify({
        error: 'PLAN',
        detail: 'upgrade',
        message: 'upgrade',
        code: 'payment_required',
        errors: [{ message: 'upgrade', extensions: { code: 'PLAN' } }],
      }),
    )
    await expect(listed(source, table)).rejects.toMatchObject({
      code: 'source_quota',
      message: expect.stringContaining('upgrade'),
    })
    fake.faults.length = 0
    answerAll(500, '<html>')
    await expect(listed(source, table)).rejects.toMatchObject({ code: 'source_unavailable' })
  })

  test.each([
    ['a page', 200, '<!doctype html><title>Welcome</title>', 'source_server'],
    ['a page for a missing one', 404, '<!doctype html>', 'source_server'],
    ['nothing', 200, '', 'source_server'],
    ['other JSON', 200, '{"hello":"world"}', 'source_unavailable'],
    ['a list of other JSON', 200, '{"data":[1,null,"x"],"results":[1],"records":[[]]}', 'source_'],
  ])('another product at the URL, which sends %s, is told in words', async (_, status, body, code) => {
    answerAll(status, body)
    const { table } = fixture
    const failure = await fixture.source
      .listFields(table)
      .then(
        () => listed(fixture.source, table),
        (error: unknown) => error,
      )
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: expect.stringContaining(code) })
    if (failure instanceof AppError) expect(failure.message).toMatch(new RegExp(`${title}|no longer`))
  })

  test('a list that repeats a page ends with an error, and gives no record twice', async () => {
    const { source, table } = fixture
    const real = createWay()
    let page: Awaited<ReturnType<SourceFetch>> | null = null
    const repeating: SourceFetch = async (request) => {
      const answer = await real.send(request)
      const parsed: unknown = JSON.parse(new TextDecoder().decode(answer.body))
      const path = new URL(request.url).pathname
      if (!isRecords({ ...blank, method: request.method, path })) return answer
      const more = { ...Object(parsed), next: 'https://more.example/?page=9', meta: { filter_count: 1_000_000 } }
      page ??= { ...answer, body: new TextEncoder().encode(JSON.stringify(more)) }
      return page
    }
    const given: string[] = []
    const listing = async () => {
      const again = openDescribed(descriptionOf(kind), fake, repeating)
      for await (const { records } of again.pages(table, { viewId: null })) given.push(...records.map(({ id }) => id))
    }
    await expect(listing()).rejects.toMatchObject({
      code: 'source_unavailable',
      message: expect.stringContaining('same page'),
    })
    expect(given).toHaveLength(new Set(given).size)
    expect(await listed(source, table)).toHaveLength(45)
  })

  test('cells of 1 MB are read, each record once, and by their ids', async () => {
    const { table, fieldIds } = fixture
    const text = 'x'.repeat(1_000_000)
    const records = await listed(fixture.source, table)
    for (const patch of patchesOf(records, text))
      expect(await fixture.source.writeBack(table, [patch])).toEqual([{ ok: true }])
    const source = openDescribed(descriptionOf(kind), fake, bounded(createWay().send, 8_000_000))
    const read = await listed(source, table)
    expect(read.map(({ id }) => id)).toEqual(records.map(({ id }) => id))
    expect(read.every(({ fields }) => fields[fieldIds.note] === text)).toBe(true)
    const ids = records.map(({ id }) => id)
    expect((await source.getRecords(table, ids)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
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

const blank: FakeRequest = {
  method: '',
  path: '',
  query: new URLSearchParams(),
  headers: {},
  body: undefined,
  raw: new Uint8Array(),
  params: {},
}

function revoked(kind: string): string {
  const bodies: Record<string, unknown> = {
    baserow: { error: 'ERROR_TOKEN_DOES_NOT_EXIST', detail: 'The provided token does not exist.' },
    directus: { errors: [{ message: 'Invalid user credentials.', extensions: { code: 'INVALID_CREDENTIALS' } }] },
    teable: { message: 'Unauthorized', status: 401, code: 'unauthorized' },
  }
  return JSON.stringify(bodies[kind])
}
