import { expect, test } from 'vitest'
import { tlsFault } from './fault.ts'

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
