import type { SourceFixture } from '#test/conformance/source.ts'
import { type Account, descriptionOf, openDescribed } from '#test/fakes/hosted/open-described.ts'
import { createWay } from '#test/fakes/hosted/way-out.ts'
import type { BaserowField, FakeBaserow } from './fake-baserow.ts'

export const openBaserow = (account: Account, send = createWay().send) =>
  openDescribed(descriptionOf('baserow'), account, send)

type FieldDraft = Omit<BaserowField, 'id' | 'primary'>

export const field = (name: string, type: string, more: Partial<FieldDraft> = {}): FieldDraft => ({
  name,
  type,
  options: [],
  ...more,
})

let databases = 10

/** A new database with a table for the conformance suite. */
export async function openFixture(fake: FakeBaserow, count: number): Promise<SourceFixture> {
  const way = createWay()
  const source = openBaserow(fake, way.send)
  const databaseId = ++databases
  const table = fake.addTable(databaseId, 'Records', [
    field('Name', 'text'),
    field('Number', 'number'),
    field('Note', 'long_text'),
    field('Picture', 'file'),
    field('State', 'single_select', {
      options: [
        { id: 1, value: 'Open' },
        { id: 2, value: 'Closed' },
      ],
    }),
    field('Loud', 'formula', { formula: (row) => `${String(Object.values(row)[0] ?? '')}!` }),
  ])
  fake.addRows(
    table,
    Array.from({ length: count }, (_, n) => ({ Name: `Record ${n}`, Number: n })),
  )
  const idOf = (name: string) => String(table.fields.find((each) => each.name === name)?.id)
  const ref = { baseId: String(databaseId), tableId: String(table.id) }
  return {
    source,
    table: ref,
    fieldIds: { name: idOf('Name'), number: idOf('Number'), note: idOf('Note') },
    viewId: null,
    count,
    removeRecord: async (recordId) => void table.rows.delete(Number(recordId)),
    computedFieldId: idOf('Loud'),
    wrongNumber: 'many',
    countRequests: () => way.requests,
    countWrites: () => way.writes,
    writeChecks: {
      openReadOnly: async () => openBaserow({ url: fake.url, token: fake.readToken }),
      choiceFieldId: idOf('State'),
    },
    wrongSource: openBaserow({ url: fake.url, token: 'wrong' }),
    slowDown: (times) => {
      way.slowDowns = times
    },
    files: {
      fieldId: idOf('Picture'),
      url: 'https://pictable.example.com/picture.png',
      brokenUrl: 'https://pictable.example.com/broken.png',
      async add(recordId, filename) {
        const files = [{ url: 'https://pictable.example.com/picture.png', filename }]
        await source.writeBack(ref, [{ recordId, fields: { [idOf('Picture')]: files } }])
      },
    },
    remove: {
      field: async () => void table.fields.splice(2, 1),
      table: async () => fake.removeTable(table),
    },
  }
}
