import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileSource } from '@pictable/server/sources/file.ts'
import { rowsXml, workbook } from '@pictable/server/sources/table-file/workbook.test-kit.ts'
import { createReadTableFile } from '@pictable/server/sources/table-file.ts'
import { describeSource } from '#test/conformance/source.ts'

const readTableFile = createReadTableFile()

interface Item {
  Name: string
  Number: number
  Note: string
}

const written: Record<string, (items: readonly Item[]) => string | Uint8Array> = {
  'records.csv': (items) => ['Name,Number,Note', ...items.map((item) => Object.values(item).join(','))].join('\n'),
  'records.json': (items) => JSON.stringify(items),
  'records.xlsx': (items) =>
    workbook({ Data: rowsXml([['Name', 'Number', 'Note'], ...items.map((item) => [item.Name, item.Number, null])]) }),
  'records.jsonl': (items) => items.map((item) => JSON.stringify(item)).join('\n'),
}

for (const [name, write] of Object.entries(written)) {
  describeSource(`file (${name})`, async (count) => {
    const filesDir = await mkdtemp(join(tmpdir(), 'pictable-file-'))
    const items = Array.from({ length: count }, (_, n) => ({ Name: `Record ${n}`, Number: n, Note: '' }))
    await writeFile(join(filesDir, name), write(items))
    const path = join(filesDir, name)
    return {
      source: createFileSource({ filesDir, readTableFile }).open({ path: name, key: 'Name' }, 'con_test'),
      table: { baseId: 'files', tableId: name },
      fieldIds: { name: 'Name', number: 'Number', note: 'Note' },
      viewId: null,
      count,
      removeRecord: () => Promise.reject(new Error('Files are read-only.')),
      remove: { table: () => rm(path) },
      close: () => rm(filesDir, { recursive: true, force: true }),
    }
  })
}
