import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RenderReport } from '#renderer/jobs/job.ts'
import { variablesOf } from '#renderer/template/variables.ts'
import { designs, examples, load, repository } from '#renderer/testing/gallery.test-kit.ts'
import { layOutPage } from '#renderer/testing/lay-out.test-kit.ts'
import { looksSame, pictureHash } from '#renderer/testing/picture-hash.test-kit.ts'
import { createRenderer } from './create-renderer.ts'

const outFolder = join(repository, 'out', 'gallery')
const hashesPath = join(examples, 'hashes.txt')
const updating = process.env.UPDATE === '1'

const known = new Map(
  (updating ? '' : readFileSync(hashesPath, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line): [string, string] => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
)
const found = new Map<string, string>()
const renderer = createRenderer({ load })

const listSchema = z.record(z.string(), z.object({ purpose: z.string(), keywords: z.array(z.string()).min(3) }))

/** What nobody would want to see in a picture. */
function flawsOf({ layers }: Pick<RenderReport, 'layers'>): string[] {
  return Object.entries(layers).flatMap(([name, { overflows, missingGlyphs }]) => [
    ...(overflows ? [`${name} leaves its box`] : []),
    ...(missingGlyphs ? [`${name} lacks ${missingGlyphs.join()}`] : []),
  ])
}

describe('the starter gallery', () => {
  test('has designs for many purposes, each with data for everything it binds', () => {
    expect(designs.length).toBeGreaterThanOrEqual(28)
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
      for (const [index, values] of rows.entries()) {
        const report = await layOutPage({ template, values, load })
        expect(flawsOf(report), `row ${index + 1}`).toEqual([])
        // The products are made to be too much: long texts, and one without a photo.
        const others = report.warnings.filter((warning) => !warning.includes('made smaller to fit'))
        // How much smaller texts may be is judged below.
        if (isOwn) expect(others, `row ${index + 1}`).toEqual([])
      }
      const { files } = await renderer.render({ template, values: rows[0] ?? {} })
      const bytes = files[0]?.bytes ?? new Uint8Array()
      const hash = await pictureHash(bytes)
      found.set(name, hash)
      const same = looksSame(hash, known.get(name) ?? '')
      if (!same) {
        mkdirSync(outFolder, { recursive: true })
        writeFileSync(join(outFolder, `${name}.png`), bytes)
      }
      expect(updating || same, `look at out/gallery/${name}.png; UPDATE=1 takes it as the new truth`).toBe(true)
    },
  )
})

afterAll(() => {
  if (!updating) return
  writeFileSync(hashesPath, [...found].map(([name, hash]) => `${name} ${hash}\n`).join(''))
})
