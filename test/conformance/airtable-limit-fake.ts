import { constants, setPriority } from 'node:os'
import { z } from 'zod'
import { startFakeAirtable } from '#test/fakes/airtable/start-fake-airtable.ts'

/** The fake in a process of its own, before all others where it may: nothing here delays the moment at which it sees a request. */
try {
  setPriority(constants.priority.PRIORITY_HIGHEST)
} catch {
  // For root alone.
}
const fake = await startFakeAirtable()
const base = fake.control.createBase('Shop')
fake.control.createTable(base, { name: 'Products', fields: [{ name: 'Name', type: 'singleLineText' }] })
const tokens = [fake.control.createToken(), fake.control.createToken()]

process.on('message', (message) => {
  z.literal('arrivals').parse(message)
  process.send?.({ arrivals: fake.control.arrivals(base), rateLimited: fake.control.counters().rateLimited })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url: fake.url, baseId: base.id, tokens })
