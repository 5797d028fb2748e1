import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRenderPool } from './render-pool.ts'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="red"/></svg>`
const src = `data:image/svg+xml,${encodeURIComponent(drawing)}`
const layer = { type: 'image', name: 'Drawing', width: 90, height: 90, src } as const

test('createRenderPool() keeps what was compiled of the code, and later processes load the rest when they need it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-'))
  const open = () =>
    createRenderPool({
      processes: 1,
      compiledFolder: join(folder, 'deep'),
      loadPicture: async () => Buffer.from(drawing),
    })
  const [first, later] = [open(), open()]
  try {
    await first.start()
    await first.close()
    expect(await readdir(join(folder, 'deep'))).toHaveLength(1)
    const { files } = await later.render({
      version: {
        templateId: null,
        version: null,
        design: { schema: 1, name: 'Drawing', width: 90, height: 90, layers: [layer] },
      },
      fonts: [],
      values: {},
      modifications: [],
      output: { formats: ['png', 'pdf'] },
    })
    expect(files.map(({ format }) => format)).toEqual(['png', 'pdf'])
  } finally {
    await later.close()
    await rm(folder, { recursive: true })
  }
})
