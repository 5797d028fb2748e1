import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage } from '@pictable/server/core/fakes/memory-storage.ts'
import { storages } from '@pictable/server/storages/index.ts'
import { afterAll } from 'vitest'
import { describeStorage } from '#test/conformance/storage.ts'

const dirs: string[] = []
afterAll(async () => {
  for (const dir of dirs) await rm(dir, { recursive: true, force: true })
})

describeStorage('disk', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pictable-storage-'))
  dirs.push(dir)
  return storages.disk({ dir })
})

describeStorage('memory (fake)', async () => createMemoryStorage())
