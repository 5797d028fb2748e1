import type { SourceFixture } from '#test/conformance/source.ts'
import { type Account, descriptionOf, openDescribed } from '#test/fakes/hosted/open-described.ts'
import { createWay } from '#test/fakes/hosted/way-out.ts'
import type { FakeTeable } from './fake-teable.ts'

export const openTeable = (account: Account, send = createWay().send) =>
  openDescribed(descriptionOf('teable'), account, send)

let bases = 0

/** A new base with a table for the conformance suite. */
export async function openFixture(fake: FakeTeable, count: number): Promise<SourceFixture> {
  const way = createWay()
  const baseId = `bse${++bases}`
  const table = fake.addTable({
    baseId,
    name: 'Records',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Number', type: 'number' },
      { name: 'Note', type: 'longText' },
      { name: 'State', type: 'singleSelect', options: { choices: [{ name: 'Open' }, { name: 'Closed' }] } },
      { name: 'Loud', type: 'formula', formula: (cells) => `${String(Object.values(cells)[0] ?? '')}!` },
    ],
    views: [],
  })
  const idOf = (name: string) => table.fields.find((field) => field.name === name)?.id ?? ''
  const number = idOf('Number')
  table.views.push(
    { id: `viwOdd${bases}`, name: 'Only the first', type: 'grid', shows: (cells) => cells[number] === 0 },
    { id: `viwTen${bases}`, name: 'From 10', type: 'grid', shows: (cells) => Number(cells[number]) >= 10 },
    { id: `viwForm${bases}`, name: 'A form', type: 'form' },
  )
  fake.addRecords(
    table,
    Array.from({ length: count }, (_, n) => ({ Name: `Record ${n}`, Number: n })),
  )
  return {
    source: openTeable(fake, way.send),
    table: { baseId, tableId: table.id },
    fieldIds: { name: idOf('Name'), number, note: idOf('Note') },
    viewId: `viwTen${bases}`,
    count,
    removeRecord: async (recordId) => void table.records.delete(recordId),
    computedFieldId: idOf('Loud'),
    wrongNumber: 'many',
    countRequests: () => way.requests,
    countWrites: () => way.writes,
    writeChecks: {
      openReadOnly: async () => openTeable({ url: fake.url, token: fake.readToken }),
      choiceFieldId: idOf('State'),
    },
    wrongSource: openTeable({ url: fake.url, token: 'wrong' }),
    slowDown: (times) => {
      way.slowDowns = times
    },
    remove: {
      field: async () => void table.fields.splice(2, 1),
      view: async () => void table.views.splice(1, 1),
      table: async () => fake.removeTable(table),
    },
  }
}
