import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRenderPool } from './render-pool.ts'

test('createRenderPool() keeps what was compiled of the code for processes that start later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-'))
  const pool = createRenderPool({
    processes: 1,
    compiledFolder: join(folder, 'deep'),
    loadPicture: async () => new Uint8Array(),
  })
  try {
    await pool.start()
    await pool.close()
    expect(await readdir(join(folder, 'deep'))).toHaveLength(1)
  } finally {
    await rm(folder, { recursive: true })
  }
})
