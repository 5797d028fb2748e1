import { describe, expect, test } from 'vitest'
import { black, blue, drawPage, halves, red, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const box = { type: 'rectangle', name: 'Box', x: 20, y: 20, width: 60, height: 60, fill: '#ff0000' } as const
const fade = [{ color: '#000000' }, { color: '#ffffff' }]

describe('draw()', () => {
  test('takes a picture behind all layers, that of the record', async () => {
    const load = async (src: string) => twoHalves({ mirrored: src === 'mirrored' })
    const background = { ...halves, src: { bind: 'Photo' } }
    const at = async (Photo: string) => {
      const page = await drawPage([box], { load, background, values: { Photo } })
      return [page.at(5, 50), page.at(50, 50), page.at(95, 50), page.report.warnings]
    }
    const small = [expect.stringContaining('the background of the page: the picture has too few pixels')]
    expect(await at('x')).toEqual([red, red, blue, small])
    expect(await at('mirrored')).toEqual([blue, red, red, small])
    expect(await at('')).toEqual([white, red, white, ['the background of the page: no picture given']])
    const whole = await drawPage([], { load, background: { ...halves, fit: 'contain' } })
    expect([whole.at(5, 50), whole.at(5, 5)]).toEqual([red, [0, 0, 0, 0]])
    const missing = drawPage([], { load: () => Promise.reject(new Error('gone')), background: halves })
    await expect(missing).rejects.toThrow('the background of the page: gone')
    await expect(missing).rejects.toMatchObject({ layer: undefined, ofPage: true })
  })

  test('cuts a layer along another one, which is not drawn itself', async () => {
    const disc = { type: 'ellipse', name: 'Disc', x: 20, y: 20, width: 30, height: 30 } as const
    const page = await drawPage([disc, { ...box, mask: { layer: 'Disc' } }])
    expect([page.at(35, 35), page.at(21, 21), page.at(70, 70)]).toEqual([red, white, white])
    const hole = await drawPage([disc, { ...box, mask: { layer: 'Disc', invert: true } }])
    expect([hole.at(35, 35), hole.at(21, 21), hole.at(70, 70)]).toEqual([white, red, red])
  })

  test('fades a layer out by the light of a gradient', async () => {
    const light = { ...box, name: 'Light', fill: { type: 'linear', angle: 90, stops: fade } } as const
    const page = await drawPage([{ ...box, mask: { layer: 'Light', mode: 'luminance' } }, light])
    expect(page.at(22, 50)[1]).toBeGreaterThan(240)
    expect(page.at(78, 50)[1]).toBeLessThan(15)
    const half = page.at(50, 50)[1] ?? 0
    expect(Math.abs(half - 127)).toBeLessThan(6)
  })

  test('throws the shadow of what the mask leaves', async () => {
    const half = { ...box, name: 'Half', width: 20 } as const
    const shadow = { x: 0, y: 15, color: '#0000ff' }
    const page = await drawPage([half, { ...box, shadow, mask: { layer: 'Half' } }])
    expect([page.at(30, 90), page.at(30, 50), page.at(60, 90)]).toEqual([blue, red, white])
  })

  test('throws the shadow of a picture that is outside of the page', async () => {
    const src = `data:image/png;base64,${Buffer.from(await twoHalves()).toString('base64')}`
    const shadow = { x: 80, y: 0, color: '#0000ff' }
    const page = await drawPage([{ type: 'image', name: 'Photo', x: -60, width: 60, height: 60, src, shadow }])
    expect([page.at(10, 30), page.at(70, 30), page.at(90, 30)]).toEqual([white, blue, white])
  })

  test('blends what the mask leaves, and nothing else', async () => {
    const cyan = { ...box, name: 'Cyan', fill: '#00ffff', blendMode: 'multiply', mask: { layer: 'Half' } } as const
    const page = await drawPage([box, { ...box, name: 'Half', width: 30 }, cyan])
    expect([page.at(30, 50), page.at(60, 50), page.at(10, 50)]).toEqual([black, red, white])
  })

  test('draws a layer whole while its mask is invisible', async () => {
    const page = await drawPage([
      { ...box, name: 'Mask', width: 10, visible: false },
      { ...box, mask: { layer: 'Mask' } },
    ])
    expect(page.at(75, 50)).toEqual(red)
  })

  test.each([
    ['grayscale', 1, [54, 54, 54, 255]],
    ['invert', 1, [0, 255, 255, 255]],
    ['brightness', 0, black],
    ['saturate', 0, [54, 54, 54, 255]],
    ['contrast', 0, [127, 127, 127, 255]],
    ['sepia', 1, [100, 89, 69, 255]],
    ['hue', 180, [0, 109, 109, 255]],
  ] as const)('changes colours by %s', async (name, amount, expected) => {
    const page = await drawPage([{ ...box, filters: { [name]: amount } }])
    expect(page.at(10, 10)).toEqual(white)
    page.at(50, 50).forEach((channel, at) => {
      expect(Math.abs(channel - (expected[at] ?? 0))).toBeLessThanOrEqual(2)
    })
  })

  test('blurs beyond the box', async () => {
    const page = await drawPage([{ ...box, filters: { blur: 5 } }])
    expect(page.at(16, 50)[1]).toBeLessThan(250)
    expect(page.at(24, 50)[1]).toBeGreaterThan(5)
    expect(page.at(50, 50)[1]).toBeLessThan(3)
  })

  test('mirrors and turns around any point', async () => {
    const fill = { type: 'linear', angle: 90, stops: fade } as const
    const flipped = await drawPage([{ ...box, fill, flip: 'horizontal' }])
    expect(flipped.at(22, 50)[0]).toBeGreaterThan(240)
    const turned = await drawPage([
      { ...box, x: 50, y: 50, width: 40, height: 10, rotation: 90, rotationOrigin: { x: 0, y: 0 } },
    ])
    expect([turned.at(45, 80), turned.at(70, 55)]).toEqual([red, white])
  })

  test.each([
    { text: 'ÅÇĝjy|', fontSize: 40 },
    { text: 'Small [large](size=2) gj', fontSize: 25 },
    { text: 'Źąbj', fontSize: 40, lineHeight: 0.4, stroke: { color: '#0000ff', width: 4 } },
    { text: '*Ålfj*', fontSize: 40, rotation: 30, letterSpacing: -0.2 },
    { text: 'Z̸̢̛͖͔̠͓̀̿̐͒̚͝a ثلجؔ ภู้', fontSize: 20 },
  ])('cuts nothing off $text', async (look) => {
    const text = { type: 'text', name: 'Text', x: 25, y: 30, width: 60, height: 40, fit: 'overflow', ...look } as const
    // Where letters have a ground, all of their line boxes and some more are drawn within.
    const [close, wide] = [await drawPage([text]), await drawPage([{ ...text, highlight: '#ffffff00' }])]
    const different = Array.from({ length: 10_000 }, (_, at) => [at % 100, Math.floor(at / 100)] as const).filter(
      ([x, y]) => String(close.at(x, y)) !== String(wide.at(x, y)),
    )
    expect(different).toEqual([])
  })
})
