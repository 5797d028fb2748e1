import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPopular } from '@pictable/server/core/font/popular-fonts.ts'
import { createFontCatalogs } from '@pictable/server/font-catalogs/index.ts'
import { createFetchFont } from '@pictable/server/net/fetch-font.ts'
import { createGuardedFetch } from '@pictable/server/net/guarded-fetch.ts'
import { createAddressPolicy } from '@pictable/server/net/policy/address-policy.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fontPack, startGoogleFonts } from '#test/fakes/fonts/google-fonts.ts'
import { pictableProgram } from '#test/programs.ts'
import { adminKey, startWholeApp, type WholeApp } from './whole-app.ts'

let app: WholeApp
let google: Awaited<ReturnType<typeof startGoogleFonts>>
beforeAll(async () => {
  google = await startGoogleFonts()
  app = await startWholeApp({
    PICTABLE_FONT_PACK: fontPack,
    PICTABLE_GOOGLE_FONTS_URL: google.url,
    PICTABLE_EGRESS_ALLOW: '127.0.0.1/32',
  })
})
afterAll(async () => {
  await app.close()
  await google.close()
})

const familyOf = async (name: string) =>
  (await app.client.fontFamilies.list()).results.find(({ family }) => family === name)

const render = (fontFamily: string, weight = 400) =>
  app.client.images.create({
    body: {
      template: {
        ...{ schema: 1, name: 'Card', width: 300, height: 60 },
        layers: [
          { type: 'text', name: 'Title', text: 'Pictable', width: 300, height: 60, fontFamily, fontWeight: weight },
        ],
      },
      values: {},
    },
  })

test('a family of the font pack is installed once, and templates can use it', async () => {
  expect(await familyOf('Inter')).toMatchObject({ origin: 'bundled', installed: 'yes' })
  expect(await familyOf('Bebas Neue')).toMatchObject({
    ...{ origin: 'popular', installed: 'no', weights: [400], scripts: ['Latin'], download_bytes: 108_601 },
  })
  await expect(render('Bebas Neue')).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('pictable fonts install "Bebas Neue"'),
  })
  // Twice, and two at a time.
  const install = () => app.client.fontFamilies.install({ body: { family: 'bebas neue' } })
  const installed = await Promise.all([install(), install()])
  expect(installed.map(({ added }) => added).toSorted()).toEqual([0, 1])
  expect(installed[0]?.fonts).toMatchObject([
    { family: 'Bebas Neue', weight: 400, filename: 'BebasNeue_400Regular.ttf' },
  ])
  expect(await install()).toMatchObject({ added: 0 })
  expect(await familyOf('Bebas Neue')).toMatchObject({ origin: 'popular', installed: 'yes', download_bytes: null })
  await render('Bebas Neue')
})

test('a family of Google Fonts is found by a part of its name, and stored like an upload with all weights', async () => {
  const { results } = await app.client.fontFamilies.google({ query: { search: 'playf' } })
  expect(results).toEqual([
    {
      family: 'Playfair Display',
      category: 'serif',
      weights: [400, 700, 900],
      styles: ['normal', 'italic'],
      axes: [{ tag: 'wght', min: 400, default: 400, max: 900 }],
      scripts: ['Cyrillic', 'Latin'],
    },
  ])
  const { family, added, fonts } = await app.client.fontFamilies.install({
    body: { family: 'playfair display', from: 'google' },
  })
  expect([family, added]).toEqual(['Playfair Display', 2])
  expect(fonts).toMatchObject([{ style: 'normal' }, { style: 'italic' }])
  expect(fonts[0]?.axes.map(({ tag }) => tag)).toContain('wght')
  const [regular, black] = [await render('Playfair Display'), await render('Playfair Display', 900)]
  expect(regular.url.split('/').at(-1)).not.toBe(black.url.split('/').at(-1))
  const single = await app.client.fontFamilies.install({ body: { family: 'Sue Ellen Francisco', from: 'google' } })
  expect(single.fonts.map(({ weight }) => weight)).toEqual([100, 400])
})

test.each([
  ['Playfair Dsplay', 404, /Google Fonts has no family "Playfair Dsplay". Similar names: Playfair Display\./],
  ['"><script>alert(1)</script>', 404, /Check the name on fonts\.google\.com/],
  ['../../metadata', 404, /has no family/],
  ['No Font', 400, /"NoFont-Regular\.ttf" is not TTF, OTF, WOFF or WOFF2/],
  ['Too Large', 503, /larger than|too large/],
  ['Lost', 503, /lacks its file Lost-Regular\.ttf/],
])('Google Fonts: "%s" fails with its cause', async (family, status, message) => {
  await expect(app.client.fontFamilies.install({ body: { family, from: 'google' } })).rejects.toMatchObject({
    status,
    message: expect.stringMatching(message),
  })
  expect(await familyOf(family)).toBeUndefined()
})

test('the font pack without its file, with a changed file, and without a network', async () => {
  await expect(app.client.fontFamilies.install({ body: { family: 'Anton' } })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('npm pack @expo-google-fonts/anton@0.4.2'),
  })
  const anton = findPopular('Anton')
  const bebas = findPopular('Bebas Neue')
  if (!anton || !bebas) throw new Error('no fonts')
  const folder = await mkdtemp(join(tmpdir(), 'pictable-fonts-'))
  const policy = createAddressPolicy({ allow: '127.0.0.1/32' })
  const guardedFetch = createGuardedFetch({ policy })
  try {
    const packed = await readFile(join(fontPack, 'expo-google-fonts-bebas-neue-0.4.1.tgz'))
    packed[1000] = (packed[1000] ?? 0) ^ 1
    await writeFile(join(folder, 'expo-google-fonts-bebas-neue-0.4.1.tgz'), packed)
    const settings = { googleFontsUrl: 'http://127.0.0.1:9', fetchFile: createFetchFont(guardedFetch) }
    const changed = createFontCatalogs({ ...settings, fontPack: folder })
    await expect(changed.popular(bebas)).rejects.toThrow(/damaged or was changed.*Nothing was installed/)
    const away = createFontCatalogs({ ...settings, fontPack: 'http://127.0.0.1:9' })
    for (const call of [away.popular(anton), away.google('Anton'), away.searchGoogle('Anton')])
      await expect(call).rejects.toMatchObject({ code: 'fonts_unavailable', message: /is unreachable: .*network/ })
  } finally {
    await guardedFetch.close()
    await rm(folder, { recursive: true })
  }
})

function pictable(...words: string[]): Promise<{ code: unknown; out: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, PICTABLE_URL: app.url, PICTABLE_KEY: adminKey }
  return new Promise((resolve) => {
    execFile(process.execPath, [pictableProgram(), ...words], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out: `${out}${err}` }),
    )
  })
}

test('the command installs from a folder, and validate names it', async () => {
  const installed = (await familyOf('Bebas Neue'))?.installed === 'yes'
  if (installed) {
    const [font] = (await app.client.fonts.list({})).results.filter(({ family }) => family === 'Bebas Neue')
    await app.client.fonts.delete({ params: { id: font?.id ?? '' }, query: { force: 'true' } })
  }
  const folder = await mkdtemp(join(tmpdir(), 'pictable-fonts-'))
  try {
    const design = join(folder, 'card.json')
    const text = { type: 'text', name: 'Title', width: 90, height: 90, text: 'a' }
    const layers = ['Bebas Neue', 'Inter', 'House', 'Intre'].map((fontFamily) => ({
      ...text,
      name: fontFamily,
      fontFamily,
    }))
    await writeFile(design, JSON.stringify({ schema: 1, name: 'Card', width: 90, height: 90, layers }))
    const [validated, first, packages, unknown, missing] = await Promise.all([
      pictable('template', 'validate', design),
      pictable('fonts', 'install', 'Bebas Neue', '--from', fontPack),
      pictable('fonts', 'list', '--packages'),
      pictable('fonts', 'install', 'Montserat'),
      pictable('fonts', 'install', 'anton', '--from', folder),
    ])
    expect(validated.code).toBe(0)
    expect(validated.out).toContain(
      '"Bebas Neue" is in the font pack: install it with `pictable fonts install "Bebas Neue"`',
    )
    expect(validated.out).toContain('"House" is not bundled')
    expect(validated.out).toMatch(/"Intre" is not bundled: .* Similar names: Inter\b/)
    expect(validated.out).not.toContain('"Inter"')
    expect(first).toEqual({ code: 0, out: 'Bebas Neue: 1 file installed.\n' })
    expect(packages.out).toContain('@expo-google-fonts/montserrat@0.4.2\n')
    expect(unknown).toMatchObject({ code: 2, out: expect.stringContaining('Similar names: Montserrat.') })
    expect(missing).toMatchObject({ code: 2, out: expect.stringContaining('npm pack @expo-google-fonts/anton@0.4.2') })
    expect(await familyOf('Bebas Neue')).toMatchObject({ installed: 'yes' })
  } finally {
    await rm(folder, { recursive: true })
  }
})
