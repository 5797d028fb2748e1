import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createFileLoader } from '#renderer/cli/file-loader.ts'
import { parseTemplate } from '#renderer/template/template.ts'
import { looksSame, pictureHash } from '#renderer/testing/picture-hash.test-kit.ts'
import { createRenderer } from './create-renderer.ts'

const folder = join(import.meta.dirname, '..', '..', 'designs')
const hashesPath = join(folder, 'hashes.txt')
const outFolder = join(import.meta.dirname, '..', '..', '..', '..', 'out', 'designs')
const updating = process.env.UPDATE === '1'

const designSchema = z.object({
  template: z.unknown().transform(parseTemplate),
  values: z.record(z.string(), z.string()).default({}),
  modifications: z.array(z.looseObject({ name: z.string() })).default([]),
  scale: z.number().default(1),
})

const known = new Map(
  (updating ? '' : readFileSync(hashesPath, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line): [string, string] => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
)
const found = new Map<string, string>()
const renderer = createRenderer({ load: createFileLoader(folder) })
const names = globSync('*.json', { cwd: folder }).sort()

async function renderDesign(file: string): Promise<Uint8Array> {
  const design = designSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  const { files } = await renderer.render(design)
  return files[0]?.bytes ?? new Uint8Array()
}

describe('render() draws', () => {
  test.each(names)('%s as it did before', async (file) => {
    const name = basename(file, '.json')
    const bytes = await renderDesign(file)
    const hash = await pictureHash(bytes)
    found.set(name, hash)
    const same = looksSame(hash, known.get(name) ?? '')
    if (!same) {
      mkdirSync(outFolder, { recursive: true })
      writeFileSync(join(outFolder, `${name}.png`), bytes)
    }
    expect(updating || same, `look at out/designs/${name}.png; UPDATE=1 takes it as the new truth`).toBe(true)
  })

  test('equal bytes for equal inputs, also with another renderer', async () => {
    const again = createRenderer({ load: createFileLoader(folder) })
    const design = designSchema.parse(JSON.parse(readFileSync(join(folder, 'social-card.json'), 'utf8')))
    const formats = ['png', 'jpeg', 'webp'] as const
    const results = [await renderer.render({ ...design, formats }), await again.render({ ...design, formats })]
    const [one, other] = results.map(({ files }) => files.map(({ bytes }) => Buffer.from(bytes).toString('base64')))
    expect(one).toHaveLength(3)
    expect(other).toEqual(one)
  })
})

describe('looksSame()', () => {
  test('tells a picture from one with a word less', async () => {
    const template = { schema: 1, width: 1200, height: 630 } as const
    const words = (text: string) => ({ type: 'text', name: 'T', text, width: 1200, height: 630, fontSize: 60 }) as const
    const hashes = await Promise.all(
      ['one two three', 'one two'].map(async (text) => {
        const { files } = await renderer.render({ template: { ...template, layers: [words(text)] } })
        return pictureHash(files[0]?.bytes ?? new Uint8Array())
      }),
    )
    expect(looksSame(hashes[0] ?? '', hashes[0] ?? '')).toBe(true)
    expect(looksSame(hashes[0] ?? '', hashes[1] ?? '')).toBe(false)
  })
})

afterAll(() => {
  if (!updating) return
  writeFileSync(hashesPath, [...found].map(([name, hash]) => `${name} ${hash}\n`).join(''))
})
