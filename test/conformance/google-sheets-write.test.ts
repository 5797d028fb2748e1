import type { Patch, Source, TableRef } from '@pictable/server/core/ports/source.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeGoogleSheets, startFakeGoogleSheets } from '#test/fakes/google-sheets/fake-google-sheets.ts'
import { columnNamed, createTab, edits, type FakeRow, type FakeTab } from '#test/fakes/google-sheets/model.ts'
import { kindOf, openSheets, type SheetsOptions } from '#test/fakes/google-sheets/open-fixture.ts'
import { createWay } from '#test/fakes/hosted/way-out.ts'

let fake: FakeGoogleSheets
beforeAll(async () => {
  fake = await startFakeGoogleSheets()
})
afterEach(() => {
  fake.beforeAnswer.length = 0
  fake.faults.length = 0
})
afterAll(() => fake.close())

const modes: [string, SheetsOptions][] = [
  ['a key column', { key_column: 'Key' }],
  ['marked rows', {}],
]

const headers = ['Key', 'Name', 'Image URL', 'Photo', 'Price']
const rowOf = (key: string) => [key, `Name of ${key}`, `old of ${key}`, `photo of ${key}`, `price of ${key}`]

function open(count: number, options: SheetsOptions) {
  const rows = Array.from({ length: count }, (_, n) => rowOf(`K${n}`))
  const tab = createTab({ sheetId: 3, title: "Spring 'Sale'", blankRows: 5 }, [headers, ...rows])
  const { id } = fake.addSpreadsheet('Shop', [tab])
  return { tab, table: { baseId: id, tableId: '3' }, source: openSheets(fake, options) }
}

const urlOf = (key: string, pass = 0) => `https://pictable.example/images/${key}/${pass}.png`

async function patchesOf(source: Source, table: TableRef, pass = 0) {
  const patches: (Patch & { key: string })[] = []
  for await (const { records } of source.pages(table, { viewId: null, fieldIds: ['Key'] }))
    for (const { id, fields } of records) {
      const key = String(fields.Key)
      const url = urlOf(key, pass)
      patches.push({ key, recordId: id, fields: { 'Image URL': url, Photo: [{ url, filename: 'a.png' }] } })
    }
  return patches
}

const shownIn = (tab: FakeTab, { cells }: FakeRow, name: string) => {
  const cell = cells[columnNamed(tab, name)]
  return cell?.formula ?? cell?.value ?? null
}

const valuesRequests = (since: number) => fake.requests.slice(since).filter((each) => /\/values:batchUpdate/.test(each))

describe.each(modes)('with %s', (_, options) => {
  test('URLs and images of 500 rows are written with one request', async () => {
    const { source, table, tab } = open(1200, options)
    const patches = await patchesOf(source, table)
    const before = fake.requests.length
    expect(await source.writeBack(table, patches)).toEqual(patches.map(() => ({ ok: true })))
    expect(valuesRequests(before)).toHaveLength(3)
    for (const row of tab.rows.slice(1, 1201)) {
      const key = String(row.cells[0]?.value)
      const expected = [key, `Name of ${key}`, urlOf(key), `=IMAGE("${urlOf(key)}")`, `price of ${key}`]
      expect(headers.map((name) => shownIn(tab, row, name))).toEqual(expected)
    }
  })

  test('a second write of the same rows takes 2 requests', async () => {
    const { source, table } = open(400, options)
    const patches = await patchesOf(source, table)
    await source.writeBack(table, patches)
    const before = fake.requests.length
    await source.writeBack(table, patches)
    expect(fake.requests.length - before).toBeLessThanOrEqual(2)
  })

  test('each later chunk of a run takes 2 requests, also by another source of the connection', async () => {
    const { table } = open(1000, options)
    const kind = kindOf(createWay().send)
    const given = kind.settings.parse({ credentials: fake.account.json, endpoint_url: fake.url, ...options })
    const chunkOf = () => kind.open(given, 'con_1')
    const patches = await patchesOf(chunkOf(), table)
    await chunkOf().writeBack(table, patches.slice(0, 100))
    const before = fake.requests.length
    for (let from = 100; from < 1000; from += 100) {
      const some = patches.slice(from, from + 100)
      expect(await chunkOf().writeBack(table, some)).toEqual(some.map(() => ({ ok: true })))
    }
    expect(fake.requests.length - before).toBe(18)
  })

  test('rows that were written are read by their ids with one request, also after they were sorted', async () => {
    const { source, table, tab } = open(5000, options)
    const patches = (await patchesOf(source, table)).slice(100, 200)
    await source.writeBack(table, patches)
    edits.sortRows(tab, 0, true)
    const before = fake.requests.length
    const records = await source.getRecords(
      table,
      patches.map(({ recordId }) => recordId),
      { fieldIds: ['Key', 'Image URL'] },
    )
    expect(fake.requests.length - before).toBe(1)
    const shown = records.map(({ fields }) => [fields.Key, fields['Image URL']])
    expect(shown.toSorted()).toEqual(patches.map(({ key }) => [key, urlOf(key)]).toSorted())
  })

  test('text stays text, and never becomes a formula, a number or a date', async () => {
    const { source, table, tab } = open(1, options)
    const [patch] = await patchesOf(source, table)
    for (const text of ['=1+1', '+1', '-5', 'TRUE', '1e5', '2024-05-01', "'quoted", '@x', ' ', '5 %']) {
      await source.writeBack(table, [{ recordId: patch?.recordId ?? '', fields: { Name: text } }])
      expect(tab.rows[1]?.cells[1]).toEqual({ value: text })
    }
    await source.writeBack(table, [{ recordId: patch?.recordId ?? '', fields: { Name: null, Price: 7 } }])
    expect(tab.rows[1]?.cells.slice(1)).toEqual([null, expect.anything(), expect.anything(), { value: 7 }])
  })

  test('a text that no cell can hold fails alone, and names the field and the fix', async () => {
    const { source, table, tab } = open(3, options)
    const [first, second, third] = await patchesOf(source, table)
    const results = await source.writeBack(table, [
      { recordId: first?.recordId ?? '', fields: { Name: 'a' } },
      { recordId: second?.recordId ?? '', fields: { Name: 'x'.repeat(1_000_000) } },
      { recordId: third?.recordId ?? '', fields: { Name: 'c' } },
    ])
    const message = expect.stringMatching(
      /"Name" is a .* holds up to 50000 characters, and the value has 1000000\. Write/,
    )
    expect(results).toEqual([
      { ok: true },
      { ok: false, code: 'source_invalid', message, retryable: false },
      { ok: true },
    ])
    expect([1, 2, 3].map((row) => tab.rows[row]?.cells[1]?.value)).toEqual(['a', 'Name of K1', 'c'])
  })

  test('a row in a protected range fails alone', async () => {
    const { source, table, tab } = open(40, options)
    const patches = await patchesOf(source, table)
    const locked = () => tab.rows[17]?.marks[0]?.id
    fake.faults.push(({ path, raw }) => {
      const isLocked =
        path.includes('values:batchUpdate') && new TextDecoder().decode(raw).includes(`"metadataId":${locked()}}`)
      const message =
        'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.'
      return isLocked
        ? { status: 400, body: JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }) }
        : null
    })
    const results = await source.writeBack(table, patches)
    expect(results.flatMap((result, index) => (result.ok ? [] : [index]))).toEqual([16])
    expect(results[16]).toMatchObject({
      code: 'source_forbidden',
      message: expect.stringMatching(/protected.*allow the account/),
    })
  })
})

/** Numbers that seem random and are the same every time. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

type Random = (below: number) => number

const rowAtRandom = ({ rows }: FakeTab, random: Random) => 1 + random(rows.length - 1)

const editsAtRandom: ((tab: FakeTab, random: Random, edit: number) => void)[] = [
  (tab, random) => edits.sortRows(tab, random(tab.columnCount), random(2) === 0),
  (tab, random) => edits.insertRow(tab, rowAtRandom(tab, random)),
  function insertFilled(tab, random, edit) {
    const values = new Map(rowOf(`New${edit}`).map((value, index) => [headers[index], value]))
    const names = tab.rows[0]?.cells.map((cell) => String(cell?.value ?? '')) ?? []
    const row = names.map((name) => values.get(name) ?? null)
    edits.insertRow(tab, rowAtRandom(tab, random), row)
  },
  function deleteRow(tab, random) {
    if (tab.rows.length > 30) edits.deleteRow(tab, rowAtRandom(tab, random))
  },
  (tab, random, edit) => edits.insertColumn(tab, random(6), `Extra ${edit}`),
  function deleteColumn(tab) {
    const extra = tab.rows[0]?.cells.findIndex((cell) => String(cell?.value).startsWith('Extra')) ?? -1
    if (extra >= 0) edits.deleteColumn(tab, extra)
  },
  (tab, random) => edits.moveRow(tab, rowAtRandom(tab, random), rowAtRandom(tab, random)),
]

/** Cells that hold what is neither their own nor what was written for their row. */
function wrongCells(tab: FakeTab, passes: number): string[] {
  const names = tab.rows[0]?.cells.map((cell) => String(cell?.value ?? '')) ?? []
  return tab.rows.slice(1).flatMap((row) => {
    const key = shownIn(tab, row, 'Key')
    const urls = Array.from({ length: passes }, (_, pass) => urlOf(String(key), pass))
    return names.flatMap((name) => {
      const shown = shownIn(tab, row, name)
      const own = rowOf(String(key))[headers.indexOf(name)]
      const isRight =
        (key === null || name.startsWith('Extra') ? shown === null || shown === '' : shown === own) ||
        (name === 'Image URL' && urls.includes(String(shown))) ||
        (name === 'Photo' && urls.some((url) => shown === `=IMAGE("${url}")`))
      return isRight ? [] : [`${name} of ${key}: ${shown}`]
    })
  })
}

test.each(modes)(
  'with %s, 1,000 random edits between any two requests leave no wrong cell, and no row unwritten that says it is',
  async (_, options) => {
    let edited = 0
    let written = 0
    let failures = 0
    for (let seed = 1; edited < 1000; seed++) {
      const random = randomFrom(seed)
      const { source, table, tab } = open(25, options)
      fake.beforeAnswer.length = 0
      fake.beforeAnswer.push(() => {
        for (let left = random(4); left > 0; left--)
          editsAtRandom[random(editsAtRandom.length)]?.(tab, random, ++edited)
      })
      for (let pass = 0; pass < 3; pass++) {
        const patches = await patchesOf(source, table, pass)
        const results = await source.writeBack(table, patches)
        expect({ seed, wrong: wrongCells(tab, pass + 1) }).toEqual({ seed, wrong: [] })
        for (const [index, result] of results.entries()) {
          const key = patches[index]?.key ?? ''
          const row = tab.rows.find((each) => shownIn(tab, each, 'Key') === key)
          if (!result.ok) failures += row === undefined ? 0 : 1
          else if (row !== undefined) {
            expect({ seed, shown: shownIn(tab, row, 'Image URL') }).toEqual({ seed, shown: urlOf(key, pass) })
            written++
          }
        }
      }
    }
    expect(written).toBeGreaterThan(500)
    expect(failures / written).toBeLessThan(0.2)
  },
  120_000,
)

test('with a key column, sorts that leave the marks where they were put no URL into the row of another record', async () => {
  let sorted = 0
  for (let seed = 1; sorted < 150; seed++) {
    const random = randomFrom(seed)
    const { source, table, tab } = open(25, { key_column: 'Key' })
    fake.beforeAnswer.length = 0
    fake.beforeAnswer.push(() => {
      if (random(8) > 0) return
      sorted++
      edits.sortValues(tab, random(5), random(2) === 0)
    })
    const results = await source.writeBack(table, await patchesOf(source, table))
    expect({ seed, failed: results.filter(({ ok }) => !ok) }).toEqual({ seed, failed: [] })
    expect({ seed, wrong: wrongCells(tab, 1) }).toEqual({ seed, wrong: [] })
    const urls = tab.rows.slice(1, 26).map((row) => shownIn(tab, row, 'Image URL'))
    expect(urls.filter((url) => String(url).startsWith('old'))).toEqual([])
  }
})

test('with a key column, a sort that leaves the marks names the row that got values of another record', async () => {
  const { source, table, tab } = open(25, { key_column: 'Key' })
  const patches = await patchesOf(source, table)
  await source.writeBack(table, patches.slice(0, 1))
  let left = 2
  fake.beforeAnswer.push(() => {
    if (--left === 0) edits.sortValues(tab, 0, true)
  })
  const [result] = await source.writeBack(table, patches.slice(0, 1))
  const message = expect.stringMatching(
    /were sorted in the moment.*the row "K9" got its values in "Image URL", "Photo"\. Check that row/,
  )
  expect(result).toEqual({ ok: false, code: 'source_unavailable', message, retryable: false })
})

test.each(modes)('with %s, a protected column fails every row without a request for each', async (_, options) => {
  const { source, table } = open(400, options)
  const patches = await patchesOf(source, table)
  const message = 'You are trying to edit a protected cell or object. Please contact the spreadsheet owner.'
  const body = JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } })
  fake.faults.push(({ path }) => (path.includes('values:batchUpdate') ? { status: 400, body } : null))
  const before = fake.requests.length
  const results = await source.writeBack(table, patches)
  expect(results.every((result) => !result.ok && result.code === 'source_forbidden')).toBe(true)
  expect(fake.requests.length - before).toBeLessThan(12)
})
