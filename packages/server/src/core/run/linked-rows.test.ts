import { expect, test } from 'vitest'
import { createFakeSource, fakeField } from '#core/fakes/fake-source.ts'
import { bindLinked } from './linked-rows.ts'

test('bindLinked() names as many linked rows in a call as the source takes', async () => {
  const ids = Array.from({ length: 150 }, (_, n) => `row_${n}`)
  const calls: number[] = []
  const { capabilities } = createFakeSource({ tables: [] })
  const source = {
    capabilities: { ...capabilities, getMany: { max: 100, perRequest: 1 } },
    async getRecords(_table: unknown, asked: readonly string[]) {
      calls.push(asked.length)
      return asked.map((id) => ({ id, fields: { name: `Name of ${id}` } }))
    },
  }
  const name = { ...fakeField('Name'), id: 'name' }
  const link = { ...fakeField('Lines', 'link'), id: 'lines', link: { table: { baseId: 'base', tableId: 'lines' } } }
  const binder = { bindings: [{ name: 'Lines', from: { link, columns: [name] } }], designs: [] }
  const record = { id: 'order', fields: { lines: ids.map((id) => ({ id, label: id })) } }
  const [bound] = await bindLinked(source, binder, [record])
  expect(bound?.Lines).toEqual({ rows: ids.map((id) => ({ Name: `Name of ${id}` })) })
  expect(calls).toEqual([100, 50])
})
