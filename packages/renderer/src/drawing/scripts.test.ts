import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { looksSame, pictureHash } from '#renderer/testing/picture-hash.test-kit.ts'
import { renderer } from '#renderer/testing/render.test-kit.ts'
import { recordedSchema } from './script-chromium.test-kit.ts'
import { compareLines } from './script-compare.test-kit.ts'
import { linesOf, samples, sheetTemplate } from './script-samples.test-kit.ts'

const folder = join(import.meta.dirname, '..', '..', 'designs', 'chromium')
const recorded = recordedSchema.parse(JSON.parse(readFileSync(join(folder, 'breaks.json'), 'utf8')))
const hash = readFileSync(join(folder, 'sheet-hash.txt'), 'utf8').trim()

/** The dictionary of ICU in the Chromium that was recorded is older than ours: it has one word fewer. */
const otherDictionary = new Set(['Khmer'])
/** Chromium leaves « and » alone at the ends of lines; UAX 14 keeps them with the words between them, as readers expect. */
const otherRules = new Set(['French quotes'])

// How to record anew: see record-scripts.test-kit.ts.
describe('text in the scripts of the world', () => {
  test.each(compareLines(recorded))('breaks $name as Chromium does, as wide to half a percent', (row) => {
    if (!otherDictionary.has(row.name) && !otherRules.has(row.name)) expect(row.own).toEqual(row.theirs)
    expect(row.widthPercent).toBeLessThan(0.5)
    expect(row.lines).toBeGreaterThan(1)
  })

  test.each(samples)('measures lines of $name as they are drawn, in every weight', (sample) => {
    for (const weight of [100, 400, 700, 800, 900]) {
      for (const { text, widthPx, wholePx } of linesOf(sample, weight).lines) {
        expect.soft(Math.abs(widthPx / wholePx - 1), `${text} at ${weight}`).toBeLessThan(0.001)
      }
    }
  })

  test.each(samples)('has every letter of $name', (sample) => {
    expect(linesOf(sample).missing).toEqual([])
  })

  test('looks as it did', async () => {
    const { files, report } = await renderer.render({ template: sheetTemplate() })
    expect(report.warnings.filter((warning) => warning.includes('no font'))).toEqual([])
    expect(looksSame(await pictureHash(files[0]?.bytes ?? new Uint8Array()), hash)).toBe(true)
  })
})
