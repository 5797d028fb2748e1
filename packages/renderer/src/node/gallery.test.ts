import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createFileLoader } from '#renderer/cli/file-loader.ts'
import { readTable } from '#renderer/cli/read-table.ts'
import type { RenderReport } from '#renderer/jobs/job.ts'
import { parseTemplate } from '#renderer/template/template.ts'
import { variablesOf } from '#renderer/template/variables.ts'
import { looksSame, pictureHash } from '#renderer/testing/picture-hash.test-kit.ts'
import { createRenderer } from './create-renderer.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const examples = join(root, 'examples')
const outFolder = join(root, 'out', 'gallery')
const hashesPath = join(examples, 'hashes.txt')
const updating = process.env.UPDATE === '1'

const known = new Map(
  (updating ? '' : readFileSync(hashesPath, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line): [string, string] => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
)
const found = new Map<string, string>()
const renderer = createRenderer({ load: createFileLoader(join(examples, 'templates')) })

/** The designs and their sample data; the last photo of the products is cut off on purpose. */
const designs = globSync('*.json', { cwd: join(examples, 'templates') })
  .sort()
  .map((file) => {
    const name = basename(file, '.json')
    const own = join(examples, 'data', `${name}.csv`)
    const path = existsSync(own) ? own : join(examples, 'products.csv')
    const { columns, rows } = readTable(readFileSync(path), basename(path))
    const whole = rows.filter(({ values }) => !values.Photo?.endsWith('speaker.jpg'))
    const template = parseTemplate(JSON.parse(readFileSync(join(examples, 'templates', file), 'utf8')))
    return { name, template, columns, rows: whole, isOwn: existsSync(own) }
  })

const listSchema = z.record(z.string(), z.object({ purpose: z.string(), keywords: z.array(z.string()).min(3) }))

/** What nobody would want to see in a picture. */
function flawsOf({ layers }: RenderReport): string[] {
  return Object.entries(layers).flatMap(([name, { overflows, missingGlyphs }]) => [
    ...(overflows ? [`${name} leaves its box`] : []),
    ...(missingGlyphs ? [`${name} lacks ${missingGlyphs.join()}`] : []),
  ])
}

describe('the starter gallery', () => {
  test('has designs for many purposes, each with data for everything it binds', () => {
    expect(designs.length).toBeGreaterThanOrEqual(15)
    for (const { template, columns } of designs)
      expect(columns).toEqual(expect.arrayContaining(variablesOf(template).map((variable) => variable.name)))
  })

  test('is listed in starters.json: each design once, with words that its title lacks', () => {
    const listed = listSchema.parse(JSON.parse(readFileSync(join(examples, 'starters.json'), 'utf8')))
    expect(Object.keys(listed).sort()).toEqual(designs.map(({ name }) => name).sort())
    for (const { name, template } of designs) {
      const title = template.name.toLowerCase()
      expect(
        listed[name]?.keywords.filter((word) => title.includes(word) || word !== word.toLowerCase()),
        name,
      ).toEqual([])
    }
  })

  test.each(designs)(
    '$name looks as it did before, and right with all of its data',
    async ({ name, template, rows, isOwn }) => {
      const prepared = renderer.prepare(template)
      for (const [index, { values }] of rows.entries()) {
        const { files, report } = await renderer.render({ template: prepared, values })
        expect(flawsOf(report), `row ${index + 1}`).toEqual([])
        // The products are made to be too much: long texts, and one without a photo.
        if (isOwn) expect(report.warnings, `row ${index + 1}`).toEqual([])
        if (index > 0) continue
        const bytes = files[0]?.bytes ?? new Uint8Array()
        const hash = await pictureHash(bytes)
        found.set(name, hash)
        const same = looksSame(hash, known.get(name) ?? '')
        if (!same) {
          mkdirSync(outFolder, { recursive: true })
          writeFileSync(join(outFolder, `${name}.png`), bytes)
        }
        expect(updating || same, `look at out/gallery/${name}.png; UPDATE=1 takes it as the new truth`).toBe(true)
      }
    },
  )
})

afterAll(() => {
  if (!updating) return
  writeFileSync(hashesPath, [...found].map(([name, hash]) => `${name} ${hash}\n`).join(''))
})
