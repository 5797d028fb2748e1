import { expect, test } from 'vitest'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { damagedFile } from '#core/image/damaged-file.ts'
import { parseExposition } from './exposition.test-kit.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { watchStorage } from './watch-storage.ts'

test('watchStorage() logs and counts damaged files', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } })
  const metrics = createMetrics()
  const fail = async (key: string) => Promise.reject(damagedFile(key))
  const ill = { ...createMemoryStorage(), get: fail, open: fail, addressOf: fail }
  const storage = watchStorage(ill, { log, metrics })
  for (const read of [storage.get, storage.open, storage.addressOf])
    for (const key of ['images/bb.png', 'signed/dd.png'])
      await expect(read(key)).rejects.toMatchObject({ code: 'file_damaged' })
  expect(lines.map((line) => JSON.parse(line).key)).toEqual(Array(3).fill('images/bb.png'))
  const samples = parseExposition(await metrics.text()).get('storage_files_damaged_total')?.samples
  expect(samples?.map(({ labels, value }) => [labels.folder, value])).toEqual([
    ['images', 3],
    ['assets', 0],
    ['fonts', 0],
  ])
})

test('watchStorage() logs and counts files that rows name and that are not there', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } })
  const metrics = createMetrics()
  const storage = watchStorage(createMemoryStorage(), { log, metrics })
  await storage.put('images/aa.png', Uint8Array.of(1), 'image/png')
  expect(await storage.get('images/aa.png')).toEqual(Uint8Array.of(1))
  for (const key of ['images/bb.png', 'assets/cc', 'signed/dd.png', 'checks/installation'])
    expect([await storage.get(key), await storage.open(key)]).toEqual([null, null])
  expect(lines.map((line) => JSON.parse(line).key)).toEqual([
    'images/bb.png',
    'images/bb.png',
    'assets/cc',
    'assets/cc',
  ])
  const samples = parseExposition(await metrics.text()).get('storage_files_missing_total')?.samples
  expect(samples?.map(({ labels, value }) => [labels.folder, value])).toEqual([
    ['images', 2],
    ['assets', 2],
    ['fonts', 0],
  ])
})
