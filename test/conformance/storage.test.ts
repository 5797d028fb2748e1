import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage } from '@pictable/server/core/fakes/memory-storage.ts'
import { createDiskStorage } from '@pictable/server/storages/disk.ts'
import { afterAll, beforeAll } from 'vitest'
import { describeStorage } from '#test/conformance/storage.ts'
import { describeS3 } from '#test/conformance/storage-s3.ts'
import { type S3Server, startS3Server } from '#test/fakes/s3/s3-server.ts'

const dirs: string[] = []
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(async () => {
  await s3.close()
  for (const dir of dirs) await rm(dir, { recursive: true, force: true })
})

describeStorage('disk', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pictable-storage-'))
  dirs.push(dir)
  return createDiskStorage({ dir })
})

describeStorage('memory (fake)', async () => createMemoryStorage())

describeS3('of our fake', async () => ({ ...s3, bucket: 'pictures' }))
