import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { createFileLoader } from '#renderer/cli/file-loader.ts'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { looksSame, pictureHash } from '#renderer/testing/picture-hash.test-kit.ts'
import { hashFiles } from './hash-files.test-kit.ts'
import { outputKinds, pictureKinds } from './index.ts'
import { readPdf } from './read-pdf.test-kit.ts'

const folder = join(import.meta.dirname, '..', '..', 'designs')
const renderer = createRenderer({ load: createFileLoader(folder) })
const { template, values } = JSON.parse(readFileSync(join(folder, 'social-card.json'), 'utf8'))
const hashesPath = join(folder, 'formats.txt')
const updating = process.env.UPDATE === '1'
const lines = updating ? [] : readFileSync(hashesPath, 'utf8').split('\n')
const known = new Map(
  lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const),
)
const found = new Map<string, string>()

async function expectKnown(name: string, bytes: Uint8Array | undefined): Promise<void> {
  const hash = await pictureHash(bytes ?? new Uint8Array())
  found.set(name, hash)
  expect(updating || looksSame(hash, known.get(name) ?? ''), `${name} does not look as it did; UPDATE=1 takes it`).toBe(
    true,
  )
}

describe('every format', () => {
  test.each(pictureKinds.map(({ name }) => name))('%s shows the design', async (format) => {
    const { files } = await renderer.render({ template, values, formats: [format] })
    await expectKnown(format, files[0]?.bytes)
  })

  test('a palette, a thumbnail and an animation show the design', async () => {
    const encoding = { png: { colors: 64 } }
    const { files, thumbnail } = await renderer.render({ template, values, encoding, thumbnail: { width: 300 } })
    await expectKnown('palette', files[0]?.bytes)
    await expectKnown('thumbnail', thumbnail?.bytes)
    await expectKnown('gif', (await renderer.renderAnimation({ template, frames: [{ values }], scale: 0.5 })).bytes)
  })

  test('pdf holds the words and fonts of the design', async () => {
    const { files } = await renderer.render({ template, values, formats: ['pdf'] })
    const { pages, fonts } = readPdf(files[0]?.bytes ?? new Uint8Array())
    expect(pages).toMatchObject([{ text: 'A teapot forgreymornings🫖1.234,50\u00a0€Last chance', size: [900, 473] }])
    expect(fonts.filter((font) => font === 'CIDFontType2')).toHaveLength(3)
  })

  test('makes equal bytes in another process, whatever that one has made before', async () => {
    const kit = join(import.meta.dirname, 'hash-files.test-kit.ts')
    const call = `hashFiles(['text-styles', 'images', 'scripts'])`
    const program = `import { hashFiles } from '${kit}'; console.log(JSON.stringify(await ${call}))`
    const running = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
    const [one, other] = await Promise.all([hashFiles(), running.then(({ stdout }) => JSON.parse(stdout))])
    expect(Object.keys(one)).toEqual([...outputKinds.map(({ name }) => name), 'thumbnail', 'book', 'animation'])
    expect(other).toEqual(one)
  })
})

afterAll(() => {
  if (updating) writeFileSync(hashesPath, [...found].map(([name, hash]) => `${name} ${hash}\n`).join(''))
})
