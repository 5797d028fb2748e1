import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { tlsFault } from './fault.ts'
import { postgresFault } from './postgres-fault.ts'

const place = { product: 'PostgreSQL', host: 'db.example', port: 5432, user: 'ada', database: 'shop' }
const advice = '; if the root CA is installed locally, try running Node.js with --use-system-ca'

test('tlsFault() leaves out what only those who start Node.js can try', () => {
  const fault = tlsFault(new Error(`unable to verify the first certificate${advice}`), place)
  expect(fault?.message).toMatch(/^The PostgreSQL server .+: unable to verify the first certificate\. Enter the/)
})

test('tlsFault() takes no longer for a text that a server has made for it', () => {
  const error = new Error(`certificate${advice.repeat(10_000)}\n`)
  const before = process.threadCpuUsage()
  expect(tlsFault(error, place)?.message).not.toContain('root CA')
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(100)
})

test('a standby of PostgreSQL is told to be read-only, whatever code it refuses to begin a transaction with', () => {
  const faultOf = (code: string, message: string) => {
    const error = Object.assign(new DatabaseError(message, 0, 'error'), { code })
    return postgresFault(error, place)
  }
  for (const [code, message] of [
    ['0A000', 'cannot set transaction read-write mode during recovery'],
    ['25006', 'cannot execute UPDATE in a read-only transaction'],
  ] as const)
    expect(faultOf(code, message)).toMatchObject({
      code: 'source_forbidden',
      message: expect.stringMatching(/ is read-only: .*\. Connect to the primary server, or write nothing back\.$/),
    })
  expect(faultOf('0A000', 'cannot insert into a column')).not.toMatchObject({ code: 'source_forbidden' })
})
