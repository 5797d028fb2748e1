import { expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { createMemoryStorage } from '#core/fakes/memory-storage.ts'
import { useTestData } from '#core/fakes/test-data.ts'
import { createTestWorld, noFontCatalogs } from '#core/fakes/test-world.ts'
import type { CatalogFace } from '#core/ports/font-catalogs.ts'
import type { World } from '#core/ports/world.ts'
import { addFont } from './add-font.ts'
import { installFamily } from './install-family.ts'
import { listFamilies } from './list-families.ts'
import { popularFonts } from './popular-fonts.ts'

const opened = useTestData()

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** PT Sans: two weights, each upright and italic. */
const faces: CatalogFace[] = [400, 700].flatMap((weight) =>
  (['normal', 'italic'] as const).map((style) => {
    const filename = `PTSans_${weight}_${style}.ttf`
    return { filename, weight, style, bytes: bytesOf(filename) }
  }),
)

function worldWith(parts: Partial<World> = {}): World {
  const fontCatalogs = { ...noFontCatalogs, popular: async () => faces }
  return createTestWorld({ data: opened.data, fontCatalogs, ...parts })
}

const stateOf = async (world: World, family: string) =>
  (await listFamilies(world)).find((each) => each.family === family)

test('an install that is interrupted adds nothing, and begins again', async () => {
  const storage = createMemoryStorage()
  let puts = 0
  const put: typeof storage.put = async (...file) => {
    puts += 1
    if (puts === 3) throw new AppError('storage_unavailable', 'The disk is full.')
    return storage.put(...file)
  }
  const world = worldWith({ storage: { ...storage, put } })
  expect(await stateOf(world, 'PT Sans')).toMatchObject({ installed: 'no', origin: 'popular', weights: [400, 700] })
  await expect(installFamily(world, 'pt sans', 'popular')).rejects.toThrow('The disk is full.')
  expect(await stateOf(world, 'PT Sans')).toMatchObject({ installed: 'no' })
  expect(await installFamily(world, 'PT-Sans', 'popular')).toMatchObject({ family: 'PT Sans', added: 4 })
  expect(await stateOf(world, 'PT Sans')).toMatchObject({
    installed: 'yes',
    styles: expect.arrayContaining(['normal', 'italic']),
    downloadBytes: null,
  })
  expect(await installFamily(world, 'PT Sans', 'popular')).toMatchObject({ added: 0 })
})

test('a family of which some files are there is shown as such, and completed', async () => {
  const family = 'DM Serif Display'
  const upright = faces.slice(0, 2)
  const world = worldWith({ fontCatalogs: { ...noFontCatalogs, popular: async () => upright } })
  for (const face of upright.slice(1)) await addFont(world, { ...face, family, ifTaken: 'fail' })
  expect(await stateOf(world, family)).toMatchObject({ installed: 'partly', downloadBytes: expect.any(Number) })
  expect(await installFamily(world, family, 'popular')).toMatchObject({ added: 1 })
  expect(await stateOf(world, family)).toMatchObject({ installed: 'yes' })
})

test('an install waits for nothing but the database once it has begun to save', async () => {
  const order: string[] = []
  const storage = createMemoryStorage()
  const put: typeof storage.put = async (...file) => {
    order.push('put')
    return storage.put(...file)
  }
  const transaction: World['data']['transaction'] = async (work) => {
    order.push('transaction')
    return opened.data.transaction(work)
  }
  const world = worldWith({ storage: { ...storage, put }, data: { ...opened.data, transaction } })
  await installFamily(world, 'Caveat', 'popular')
  expect(order).toEqual(['put', 'put', 'put', 'put', 'transaction'])
})

test('a font of the same weight that was uploaded before is kept', async () => {
  const world = worldWith()
  const own = { family: 'PT Serif', weight: 400, style: 'normal' as const, filename: 'own.ttf', bytes: bytesOf('own') }
  const { font } = await addFont(world, { ...own, ifTaken: 'fail' })
  const { fonts, added } = await installFamily(world, 'PT Serif', 'popular')
  expect(added).toBe(3)
  expect(fonts).toContainEqual(font)
})

test('another process that adds the same file in between is no error', async () => {
  const world = worldWith()
  const upload = { family: 'Race', filename: 'race.ttf', bytes: bytesOf('race'), ifTaken: 'keep' as const }
  let looks = 0
  const { data } = world
  const raced: World['data'] = {
    ...data,
    transaction: (work) =>
      data.transaction((inside) =>
        work({
          ...inside,
          fonts: {
            ...inside.fonts,
            find: async (face) => {
              looks += 1
              // As it was before the other process committed.
              return looks === 1 ? null : inside.fonts.find(face)
            },
          },
        }),
      ),
  }
  const first = await addFont(world, upload)
  expect(await addFont({ ...world, data: raced }, upload)).toEqual({ font: first.font, isNew: false })
  expect(looks).toBe(2)
})

test.each([
  ['Montserat', /Similar names: Montserrat\./],
  ['../../etc/passwd', /has no family "\.\.\/\.\.\/etc\/passwd"\. Google Fonts may have it\./],
  ['Papyrus', /Google Fonts may have it/],
])('the font pack lacks "%s"', async (family, message) => {
  await expect(installFamily(worldWith(), family, 'popular')).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringMatching(message),
  })
})

test('the font pack has at least 30 families, each with a package that is checked', () => {
  expect(popularFonts.length).toBeGreaterThanOrEqual(30)
  for (const font of popularFonts) {
    expect(font.integrity, font.family).toMatch(/^sha512-[\w+/]{86}==$/)
    expect(font.version, font.family).toMatch(/^\d+\.\d+\.\d+$/)
    expect(font.weights, font.family).toContain(400)
    expect(font.scripts, font.family).toContain('Latin')
  }
})
