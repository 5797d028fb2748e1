import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { unpack } from './unpack.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictable-unpack-'))
const path = join(folder, 'page')

afterAll(() => rmSync(folder, { recursive: true }))

const csv = 'sku,name\nT1,Tea\n'

test.each([
  ['compressed', gzipSync(csv), csv],
  ['of two compressed parts', Buffer.concat([gzipSync(csv), gzipSync('T2,Pot\n')]), `${csv}T2,Pot\n`],
  ['not compressed', Buffer.from(csv), csv],
  ['of one byte', Buffer.from('\x1f'), '\x1f'],
  ['empty', Buffer.alloc(0), ''],
])('a page that is %s', async (_what, bytes, text) => {
  writeFileSync(path, bytes)
  await unpack(path, {})
  expect(readFileSync(path, 'latin1')).toBe(text)
  expect(readdirSync(folder)).toEqual(['page'])
})

test.each([
  ['is cut off', gzipSync(csv.repeat(100)).subarray(0, 40), 'source_server', /damaged/],
  ['is damaged', Buffer.concat([gzipSync(csv).subarray(0, 12), Buffer.alloc(20, 7)]), 'source_server', /damaged/],
  ['is a bomb', gzipSync(Buffer.alloc(5_000_000)), 'invalid_request', /more than 1 MB when unpacked\. Divide it/],
] as const)('a page that %s is rejected, and leaves nothing behind', async (_what, bytes, code, message) => {
  writeFileSync(path, bytes)
  const rejected = expect(unpack(path, { mostBytes: 1_000_000 })).rejects
  await rejected.toMatchObject({ code, message: expect.stringMatching(message) })
  expect(readdirSync(folder)).toEqual(['page'])
})
