import { afterAll, beforeAll } from 'vitest'
import { type AirtableKit, startAirtableKit } from './airtable-kit.ts'
import { describeSource } from './source.ts'

let kit: AirtableKit
beforeAll(async () => {
  kit = await startAirtableKit()
})
afterAll(() => kit.close())

describeSource('airtable', async (size) => {
  const count = size * 5
  const { control, picturesUrl } = kit
  const base = control.createBase('Shop')
  const table = control.createTable(base, {
    name: 'Records',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Number', type: 'number' },
      { name: 'Note', type: 'multilineText' },
      { name: 'Photo', type: 'multipleAttachments' },
      { name: 'State', type: 'singleSelect', options: { choices: [{ name: 'Open' }, { name: 'Closed' }] } },
      { name: 'Twice', type: 'formula', options: { formula: '{Number} * 2', result: { type: 'number' } } },
    ],
    views: [{ name: 'Grid view' }, { name: 'From 10', filter: '{Number} > 9', sort: [{ field: 'Number' }] }],
  })
  control.addRecords(table, { count, make: (n) => ({ Name: `Record ${n}`, Number: n }) })
  const idOf = (name: string) => control.field(table, name).id
  const recordOf = (recordId: string) => {
    const record = table.records.get(recordId)
    if (record === undefined) throw new Error(`no record ${recordId}`)
    return record
  }
  const [, view] = table.views
  return {
    source: kit.open(control.createToken()),
    table: { baseId: base.id, tableId: table.id },
    fieldIds: { name: idOf('Name'), number: idOf('Number'), note: idOf('Note') },
    viewId: view?.id ?? '',
    count,
    async removeRecord(recordId) {
      control.deleteRecord(table, recordOf(recordId))
    },
    files: {
      fieldId: idOf('Photo'),
      async add(recordId, filename) {
        const file = control.addFile({ filename, type: 'image/png', bytes: Buffer.from('an old picture') })
        recordOf(recordId).cells.set(idOf('Photo'), [file])
      },
      url: `${picturesUrl}/new.png`,
      brokenUrl: `${picturesUrl}/broken.png`,
    },
    computedFieldId: idOf('Twice'),
    wrongNumber: 'twelve',
    countRequests: () => control.counters().total,
    countWrites: () => control.counters().byKind.update ?? 0,
    writeChecks: {
      openReadOnly: async () => kit.open(control.createToken({ permission: 'comment' })),
      choiceFieldId: idOf('State'),
    },
    wrongSource: kit.open('pat00000000000000.wrong'),
    slowDown(times) {
      const body = { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }] }
      control.fail({ answer: { status: 429, body }, times, match: ({ path }) => path.includes(base.id) })
    },
    remove: {
      field: async () => control.deleteField(table, control.field(table, 'Note')),
      table: async () => control.deleteTable(table),
      ...(view && { view: async () => control.deleteView(table, view) }),
    },
  }
})
