import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeAction, recordsOf, startWholeApp, trigger, untilEnded, type WholeApp } from './whole-app.ts'

let app: WholeApp
beforeAll(async () => {
  app = await startWholeApp()
})
afterAll(() => app.close())

const fromRenderer = createRequire(join(import.meta.dirname, '../../packages/renderer/package.json'))
const fontFile = async (path: string) => new Uint8Array(await readFile(fromRenderer.resolve(path)))

const mono = () => fontFile('@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf')
const serif = () => fontFile('@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf')
const variable = () => fontFile('inter-ui/variable/InterVariable.woff2')

const upload = async (
  body: Uint8Array<ArrayBuffer>,
  query: Partial<Parameters<WholeApp['client']['fonts']['upload']>[0]['query']> = {},
) => app.client.fonts.upload({ query: { filename: 'brand.ttf', ...query }, body })

const designIn = (fontFamily: unknown) => ({
  schema: 1,
  name: 'Card',
  width: 300,
  height: 60,
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Title' }, width: 300, height: 60, fontSize: 40, fontFamily }],
})

/** What the words look like in it. */
async function pictureIn(fontFamily: unknown, values: Record<string, string> = {}): Promise<string> {
  const image = await app.client.images.create({
    body: { template: designIn(fontFamily), values: { Title: 'Wim', ...values } },
  })
  return image.url.split('/').at(-1) ?? ''
}

describe('a font', () => {
  test('is read, shown, used by its family at once, and given back as it came', async () => {
    const { client } = app
    await expect(pictureIn('Brand Mono')).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('there is no font "Brand Mono"'),
    })
    const bytes = await mono()
    const font = await upload(bytes, { family: 'Brand Mono' })
    expect(font).toMatchObject({
      id: expect.stringMatching(/^fnt_/),
      family: 'Brand Mono',
      weight: 400,
      style: 'normal',
      axes: [],
      scripts: ['Latin', 'Greek', 'Cyrillic'],
      format: 'ttf',
      filename: 'brand.ttf',
      bytes: bytes.length,
    })
    const params = { id: font.id }
    expect(await client.fonts.get({ params })).toEqual(font)
    expect((await client.fonts.list({})).results).toContainEqual(font)
    const [specimen, other] = await Promise.all([
      client.fonts.specimen({ params }),
      client.fonts.specimen({ params, query: { text: 'Other words' } }),
    ])
    expect(await sharp(specimen).metadata()).toMatchObject({ format: 'png', width: 1200, height: 360 })
    expect(Buffer.from(other).equals(Buffer.from(specimen))).toBe(false)
    expect(Buffer.from(await client.fonts.content({ params })).equals(Buffer.from(bytes))).toBe(true)

    const pictures = [await pictureIn('Brand Mono'), await pictureIn('Noto Sans Mono'), await pictureIn('Inter')]
    expect(pictures[0]).toBe(pictures[1])
    expect(pictures[0]).not.toBe(pictures[2])
    expect(await pictureIn({ bind: 'Font', fallback: 'Inter' }, { Font: 'Brand Mono' })).toBe(pictures[0])
  })

  test('that is variable says its axes', async () => {
    const font = await upload(await variable(), { filename: 'inter.woff2', family: 'Brand Variable' })
    expect(font).toMatchObject({ format: 'woff2', weight: 400 })
    expect(font.axes).toContainEqual({ tag: 'wght', min: 100, default: 400, max: 900 })
  })

  test('is there for the starters too', async () => {
    const picture = async () => app.client.starters.picture({ params: { name: 'podcast-quote' } })
    const before = Buffer.from(await picture())
    const { id } = await upload(await mono(), { family: 'Noto Serif', weight: 700 })
    expect(Buffer.from(await picture()).equals(before)).toBe(false)
    await app.client.fonts.delete({ params: { id } })
    expect(Buffer.from(await picture()).equals(before)).toBe(true)
  })

  test('with serifs for a script sets the letters that texts with serifs lack, and no others', async () => {
    const hebrew = { Title: 'דג סקרן' }
    const pictures = async () => [
      await pictureIn('Noto Serif', hebrew),
      await pictureIn('Inter', hebrew),
      await pictureIn('Noto Serif'),
    ]
    const before = await pictures()
    const other = await fontFile('@expo-google-fonts/noto-sans-hebrew/900Black/NotoSansHebrew_900Black.ttf')
    const { id } = await upload(other, { family: 'Noto Serif Hebrew' })
    const after = await pictures()
    expect(after[0]).not.toBe(before[0])
    expect(after[0]).toBe(await pictureIn(['Noto Serif', 'Noto Serif Hebrew'], hebrew))
    expect(after.slice(1)).toEqual(before.slice(1))
    await app.client.fonts.delete({ params: { id } })
    expect(await pictures()).toEqual(before)
  })

  test('takes the place of another one only when that is asked for; then the next run makes its images anew', async () => {
    const { client } = app
    const font = await upload(await mono(), { family: 'House' })
    expect(await upload(await mono(), { family: 'House' })).toEqual(font)
    const fields = [{ name: 'Title', kind: 'text' as const }]
    const rows = Array.from({ length: 12 }, (_, n) => ({ Title: `Wim ${n}` }))
    const { actionId } = await makeAction(client, { fields, rows, design: designIn('House') })
    const run = async () => {
      const ended = await untilEnded(client, await trigger(client, actionId))
      return { ended, url: (await recordsOf(client, ended.id))[0]?.image_url }
    }
    const first = await run()
    expect([first.ended.rendered, (await run()).ended.skipped]).toEqual([12, 12])

    await expect(upload(await serif(), { family: 'House' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('The font "House" 400 normal already exists'),
    })
    const replaced = await upload(await serif(), { family: 'House', replace: 'true' })
    expect(replaced).toMatchObject({ id: font.id, hash: expect.not.stringMatching(font.hash) })
    const third = await run()
    expect(third.ended.rendered).toBe(12)
    expect(third.url).not.toBe(first.url)
    expect(await pictureIn('House')).toBe(await pictureIn('Noto Serif'))

    const params = { id: font.id }
    await expect(client.fonts.delete({ params })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Templates use the family "House": "Card"'),
    })
    await client.fonts.delete({ params, query: { force: 'true' } })
    expect((await run()).ended).toMatchObject({ failed: 12 })
  })
})

const kitSchema = z.object({
  hostileFonts: z.array(z.tuple([z.string(), z.custom<() => Uint8Array>(), z.instanceof(RegExp)])),
})

test('files that are no fonts, or lie about themselves, are refused in words, and harm nobody', async () => {
  const path = join(import.meta.dirname, '../../packages/renderer/src/fonts/hostile-fonts.test-kit.ts')
  const { hostileFonts } = kitSchema.parse(await import(path))
  expect(hostileFonts.length).toBeGreaterThanOrEqual(40)
  for (const [what, file, message] of hostileFonts) {
    const bytes = new Uint8Array(file())
    const refused = await upload(bytes, { filename: 'evil.ttf', family: 'Evil' }).catch((error: unknown) => error)
    const isLarge = bytes.length > 10_000_000
    expect(refused, what).toMatchObject({ status: isLarge ? 413 : 400, message: expect.stringContaining('evil.ttf') })
    if (!isLarge)
      expect(refused, what).toHaveProperty(
        'message',
        expect.stringMatching(new RegExp(message.source.replaceAll('"Own"', '"evil.ttf"'))),
      )
  }
  const { results } = await app.client.fonts.list({})
  expect(results.map(({ family }) => family)).not.toContain('Evil')
  expect(await pictureIn('Inter')).toMatch(/\.png$/)
})
