import { describe, expect, test } from 'vitest'
import { createRenderer } from '#renderer/node/create-renderer.ts'
import { inconsolata, laoTables, packaged, sfnt, woff, woff2 } from './font-files.test-kit.ts'
import { hostileFonts } from './hostile-fonts.test-kit.ts'

const renderer = createRenderer()

/** A picture with Lao words, or others, in the font. */
async function draw(font: Uint8Array, text = 'ພາສາລາວ'): Promise<string> {
  const { files, report } = await renderer.render({
    template: {
      schema: 1,
      width: 200,
      height: 60,
      fonts: [{ family: 'Own', src: 'own' }],
      layers: [{ type: 'text', name: 'Words', text, fontFamily: 'Own', width: 200, height: 60 }],
    },
    load: async () => font,
  })
  expect(report.warnings).toEqual([])
  return Buffer.from(files[0]?.bytes ?? []).toString('base64')
}

const lao = laoTables()

describe('a font of a template', () => {
  test.each(hostileFonts)('is refused when it %s', async (_, font, message) => {
    const failed = draw(font())
    await expect(failed).rejects.toMatchObject({ code: 'font_invalid' })
    await expect(failed).rejects.toThrow(message)
  })

  test('draws the same as TTF, WOFF and WOFF2', async () => {
    const pictures = [await draw(sfnt(lao)), await draw(woff(lao)), await draw(woff2(lao))]
    expect(new Set(pictures).size).toBe(1)
    expect(await draw(packaged('inter-ui/web/Inter-Regular.woff2'))).toBe(pictures[0])
  })

  test('draws the outlines of OTF', async () => {
    const pictures = [await draw(inconsolata(), 'Maß'), await draw(packaged('inter-ui/web/Inter-Regular.woff2'), 'Maß')]
    expect(new Set(pictures).size).toBe(2)
  })
})
