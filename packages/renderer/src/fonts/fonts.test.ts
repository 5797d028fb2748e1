import { describe, expect, test } from 'vitest'
import { bytesOf, readerOfBytes } from '#renderer/font-files/byte-reader.ts'
import { openSfnt } from '#renderer/font-files/open-sfnt.ts'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { onNode } from '#renderer/node/on-node.ts'
import type { TemplateInput } from '#renderer/template/template.ts'
import { bundledFaces, bundledFamilies } from './bundled.ts'
import { changed, laoTables, packaged, poke, sfnt, woff2 } from './font-files.test-kit.ts'
import { hyphenator } from './hyphenator.ts'
import { layoutTables } from './served-fonts.ts'

const { measurer: typesetter } = onNode.letter(bundledFaces())

function chosen(text: string, language?: string, families: readonly string[] = ['Inter']) {
  const question = { families, weight: 400, italic: false, text, ...(language !== undefined && { language }) }
  const { families: found, missing } = typesetter.chooseFonts(question)
  return {
    families: [...new Set(found.map((family) => family.replace(/\/\d+$/, '')))],
    missing: [...missing],
    slices: found,
  }
}

describe('the font book', () => {
  test.each([
    ['plain', undefined, ['Inter']],
    ['漢字かな', undefined, ['Inter', 'Noto Sans JP']],
    ['漢字', undefined, ['Inter', 'Noto Sans JP']],
    ['漢字', 'zh-Hant', ['Inter', 'Noto Sans TC']],
    ['漢字', 'zh-TW', ['Inter', 'Noto Sans TC']],
    ['汉字', 'zh-CN', ['Inter', 'Noto Sans SC']],
    ['漢字', 'ko', ['Inter', 'Noto Sans KR']],
    ['한글 漢字', undefined, ['Inter', 'Noto Sans KR']],
    ['这个图书馆', undefined, ['Inter', 'Noto Sans SC']],
    ['اردو', 'ur', ['Inter', 'Noto Nastaliq Urdu']],
    ['عربي', 'ar', ['Inter', 'Noto Sans Arabic']],
    ['বাংলা।', 'bn', ['Inter', 'Noto Sans Bengali']],
  ])('chooses for %s in %s', (text, language, families) => {
    expect(chosen(text, language)).toMatchObject({ families, missing: [] })
  })

  describe('with families that have serifs', () => {
    const lao = packaged('@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf')
    const hebrew = packaged('@expo-google-fonts/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf')
    const arabic = packaged('@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf')
    const japanese = packaged('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf')
    const installed = [
      { family: 'Playfair Display', bytes: lao },
      { family: 'Acme', bytes: sfnt(changed('OS/2', (table) => poke(table, { 32: 0x0203 }))) },
      { family: 'Acme Sans', bytes: sfnt(changed('OS/2', (table) => poke(table, { 32: 0x0203 }))) },
      { family: 'Plain', bytes: lao },
      { family: 'Noto Serif Hebrew', bytes: hebrew },
      { family: 'Noto Naskh Arabic', bytes: arabic },
      { family: 'Noto Serif SC', bytes: japanese },
    ]
    const { measurer } = onNode.letter([...installed, ...bundledFaces()])

    test.each([
      ['Noto Serif', 'דג', undefined, 'Noto Serif Hebrew'],
      ['Playfair Display', 'דג', undefined, 'Noto Serif Hebrew'],
      ['Acme', 'דג', undefined, 'Noto Serif Hebrew'],
      ['Acme', 'Ψυχή', undefined, 'Noto Serif'],
      ['Noto Serif', 'عربي', 'ar', 'Noto Naskh Arabic'],
      ['Noto Serif', 'اردو', 'ur', 'Noto Nastaliq Urdu'],
      ['Noto Serif', '中文', 'zh', 'Noto Serif SC'],
      ['Noto Serif', '漢字', 'ja', 'Noto Sans JP'],
      ['Noto Serif', 'नमस्ते', undefined, 'Noto Sans Devanagari'],
      ['Inter', 'דג', undefined, 'Noto Sans Hebrew'],
      ['Plain', 'דג', undefined, 'Noto Sans Hebrew'],
      ['Plain', 'Ψυχή', undefined, 'Inter'],
      ['Acme Sans', 'דג', undefined, 'Noto Sans Hebrew'],
    ])('sets in %s, %s in %s: in %s', (family, text, language, expected) => {
      const question = { families: [family], weight: 400, italic: false, text, ...(language && { language }) }
      const { families, missing } = measurer.chooseFonts(question)
      const names = new Set(families.map((name) => name.replace(/\/\d+$/, '')))
      const others = [...names].filter((name) => name !== family && name !== 'Inter')
      expect(others).toEqual(expected === 'Inter' ? [] : [expected])
      expect([...missing]).toEqual([])
    })
  })

  test('reads no more of a large font than its letters need', () => {
    expect(chosen('日本').slices.length).toBeLessThanOrEqual(3)
    expect(chosen('日本', undefined, ['Noto Sans SC']).families).toEqual(['Noto Sans SC', 'Inter'])
  })

  test('knows every bundled family by name', () => {
    expect(bundledFamilies().length).toBeGreaterThan(25)
    for (const family of bundledFamilies()) expect(chosen('a', undefined, [family]).missing).toEqual([])
  })

  test('knows its forms of letters by language', () => {
    const style = { families: ['Noto Serif'], weight: 400, italic: false, letterSpacing: 0, wordSpacing: 0 }
    expect(typesetter.lines(style)).toMatchObject({ underline: -0.1, underlineThickness: 0.05 })
  })
})

describe('a variable font of a template', () => {
  const words = { type: 'text', name: 'Words', text: 'Weight', width: 300, height: 80, fontSize: 60 } as const

  async function drawn(layer: Partial<Omit<TemplateInput['layers'][number] & { type: 'text' }, 'type' | 'name'>>) {
    const { files } = await createRenderer().render({
      template: {
        schema: 1,
        width: 300,
        height: 80,
        fonts: [{ family: 'Own', src: 'own' }],
        layers: [{ ...words, fontFamily: 'Own', ...layer }],
      },
      load: async () => packaged('inter-ui/variable/InterVariable.woff2'),
    })
    return Buffer.from(files[0]?.bytes ?? []).toString('base64')
  }

  test('follows the weight and the axes asked for, and keeps its optical size where it is', async () => {
    const plain = await drawn({})
    const heavy = await drawn({ fontWeight: 850 })
    const display = await drawn({ fontVariations: { opsz: 32 } })
    expect(new Set([plain, heavy, display]).size).toBe(3)
    expect(await drawn({ fontVariations: { wght: 850 } })).toBe(heavy)
    expect(await drawn({ fontVariations: { opsz: 14 } })).toBe(plain)
  })
})

describe('layoutTables()', () => {
  test('knows widths that WOFF2 has packed, and no outlines', () => {
    const tables = laoTables()
    const [hmtx, count] = [tables.get('hmtx') ?? Buffer.alloc(0), tables.get('hhea')?.readUInt16BE(34) ?? 0]
    const widthsIn = (table: Buffer) => Array.from({ length: count }, (_, at) => table.readUInt16BE(at * 4))
    const packed = Buffer.concat([
      Buffer.from([3]),
      ...widthsIn(hmtx).map((width) => Buffer.from([width >> 8, width & 255])),
    ])
    const layout = openSfnt(readerOfBytes(layoutTables(woff2(tables, { widths: packed }))))
    const read = layout.table('hmtx')
    expect(read?.byteLength).toBe(hmtx.length)
    expect(read && widthsIn(Buffer.from(bytesOf(read)))).toEqual(widthsIn(hmtx))
    expect(layout.tags).not.toContain('glyf')
  })
})

describe('hyphenator()', () => {
  const cut = (language: string, word: string) => {
    const places = hyphenator(language)?.(word) ?? []
    return [0, ...places].map((start, index) => word.slice(start, places[index])).join('-')
  }

  test.each([
    ['en', 'hyphenation', 'hy-phen-ation'],
    ['de', 'Donaudampfschifffahrt', 'Do-nau-dampf-schiff-fahrt'],
    ['de-AT', 'Silbentrennung', 'Sil-ben-tren-nung'],
    ['fr', 'anticonstitutionnellement', 'an-ti-cons-ti-tu-tion-nel-le-ment'],
    ['ru', 'достопримечательность', 'до-сто-при-ме-ча-тель-ность'],
  ])('knows words of %s', (language, word, expected) => {
    expect(cut(language, word)).toBe(expected)
  })

  test('leaves short, endless and foreign words whole', () => {
    expect(cut('en', 'over')).toBe('over')
    expect(hyphenator('en')?.('a'.repeat(10_000))).toEqual([])
    for (const language of ['ja', 'xx', '../../../package', 'constructor', '__proto__']) {
      expect(hyphenator(language)).toBeUndefined()
    }
  })
})
