import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { childFlags } from '#rendering/fork-child.ts'
import { createRenderPool } from '#rendering/render-pool.ts'
import { compileDecoders } from './compile-decoders.ts'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="red"/></svg>`
const src = `data:image/svg+xml,${encodeURIComponent(drawing)}`
const layer = { type: 'image', name: 'Drawing', width: 90, height: 90, src } as const

test('compileDecoders() stores compiled code, which render processes read and cannot change', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-'))
  const pool = createRenderPool({
    processes: 1,
    compiledFolder: join(folder, 'deep'),
    loadPicture: async () => Buffer.from(drawing),
  })
  try {
    await compileDecoders(join(folder, 'deep'))
    const stored = await readdir(folder, { recursive: true })
    expect(stored.length).toBeGreaterThan(100)
    const { files } = await pool.render({
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
    expect(await readdir(folder, { recursive: true })).toEqual(stored)
  } finally {
    await pool.close()
    await rm(folder, { recursive: true })
  }
})

test('compileDecoders() stores what Node looks for with the flags of a decoder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-'))
  try {
    const [stored, wanted] = [join(folder, 'stored'), join(folder, 'wanted')]
    await compileDecoders(stored)
    for (const flags of [childFlags, ['--max-old-space-size=1024', '--disable-wasm-trap-handler']])
      execFileSync(process.execPath, [...flags, '--eval', '0'], { env: { NODE_COMPILE_CACHE: wanted } })
    const names = await readdir(wanted)
    expect(names).toHaveLength(2)
    expect((await readdir(stored)).sort()).toEqual(names.sort())
  } finally {
    await rm(folder, { recursive: true })
  }
})
