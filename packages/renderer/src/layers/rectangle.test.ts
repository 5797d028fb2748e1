import { describe, expect, test } from 'vitest'
import { black, blue, drawPage, halves, red, twoHalves, white } from '#renderer/testing/render.test-kit.ts'

const box = { type: 'rectangle', name: 'Box', x: 20, y: 20, width: 60, height: 60, fill: '#ff0000' } as const

describe('a rectangle', () => {
  test('fills its box and nothing else', async () => {
    const page = await drawPage([box])
    expect([page.at(20, 20), page.at(79, 79), page.at(19, 20), page.at(80, 79)]).toEqual([red, red, white, white])
  })

  test('has an outline inside, on or outside its edge', async () => {
    const stroke = { color: '#0000ff', width: 10 }
    const inside = await drawPage([{ ...box, stroke: { ...stroke, position: 'inside' } }])
    const center = await drawPage([{ ...box, stroke }])
    const outside = await drawPage([{ ...box, stroke: { ...stroke, position: 'outside' } }])
    expect([inside.at(19, 50), inside.at(20, 50), inside.at(29, 50), inside.at(30, 50)]).toEqual([
      white,
      blue,
      blue,
      red,
    ])
    expect([center.at(14, 50), center.at(15, 50), center.at(24, 50), center.at(25, 50)]).toEqual([
      white,
      blue,
      blue,
      red,
    ])
    expect([outside.at(9, 50), outside.at(10, 50), outside.at(19, 50), outside.at(20, 50)]).toEqual([
      white,
      blue,
      blue,
      red,
    ])
  })

  test('rounds all corners, or each as asked for', async () => {
    const all = await drawPage([{ ...box, radius: 20 }])
    const one = await drawPage([{ ...box, radius: [20, 0, 0, 0] }])
    expect([all.at(21, 21), all.at(78, 78)]).toEqual([white, white])
    expect([one.at(21, 21), one.at(78, 78)]).toEqual([white, red])
  })

  test('turns clockwise around its centre', async () => {
    const page = await drawPage([{ ...box, y: 45, height: 10, rotation: 90 }])
    expect([page.at(50, 25), page.at(25, 50)]).toEqual([red, white])
  })

  test('takes gradients at their angles', async () => {
    const stops = [{ color: '#000000' }, { color: '#ffffff' }]
    const across = await drawPage([{ ...box, fill: { type: 'linear', angle: 90, stops } }])
    expect(across.at(21, 50)[0]).toBeLessThan(20)
    expect(across.at(78, 50)[0]).toBeGreaterThan(235)
    const around = await drawPage([{ ...box, fill: { type: 'conic', angle: 90, stops } }])
    expect(around.at(75, 52)[0]).toBeLessThan(20)
    expect(around.at(75, 47)[0]).toBeGreaterThan(235)
    expect(around.at(50, 75)[0]).toBeGreaterThan(50)
    const radial = await drawPage([{ ...box, fill: { type: 'radial', stops } }])
    expect(radial.at(50, 50)[0]).toBeLessThan(10)
  })

  test('throws a shadow, also when it is see-through as a whole', async () => {
    const shadow = { x: 15, y: 15, blur: 0, color: '#0000ff' }
    const page = await drawPage([{ ...box, shadow }])
    expect([page.at(90, 90), page.at(50, 50)]).toEqual([blue, red])
    const half = await drawPage([{ ...box, shadow, opacity: 0.5 }])
    expect(half.at(90, 90)).toEqual([127, 127, 255, 255])
    expect(half.at(50, 50)).toEqual([255, 127, 127, 255])
  })

  test('blends with what is behind it', async () => {
    const page = await drawPage([
      { ...box, fill: '#ffff00' },
      { ...box, name: 'Over', fill: '#0000ff', blendMode: 'multiply' },
    ])
    expect([page.at(50, 50), page.at(10, 10)]).toEqual([black, white])
  })

  test('rounds or cuts the corners of its outline, and the ends of dashes', async () => {
    const stroke = { color: '#0000ff', width: 20 }
    const corner = async (join?: 'miter' | 'round' | 'bevel') =>
      (await drawPage([{ ...box, stroke: { ...stroke, ...(join && { join }) } }])).at(12, 12)
    expect([await corner(), await corner('miter')]).toEqual([blue, blue])
    expect([await corner('round'), await corner('bevel')]).toEqual([white, white])
    const gap = async (cap?: 'butt' | 'round' | 'square') =>
      (await drawPage([{ ...box, stroke: { ...stroke, dash: [20, 30], ...(cap && { cap }) } }])).at(48, 18)
    expect([await gap(), await gap('butt')]).toEqual([white, white])
    expect([await gap('round'), await gap('square')]).toEqual([blue, blue])
  })

  test('takes a picture as its fill, cut by its corners, under its outline', async () => {
    const load = async () => twoHalves()
    const fill = { type: 'picture', src: 'x' } as const
    const page = await drawPage([{ ...box, radius: 20, fill }], { load })
    expect([page.at(25, 50), page.at(75, 50), page.at(21, 21), page.at(10, 50)]).toEqual([red, blue, white, white])
    const left = await drawPage([{ ...box, fill: { ...fill, focalPoint: { x: 0, y: 0.5 } } }], { load })
    expect(left.at(75, 50)).toEqual(red)
    const whole = await drawPage([{ ...box, fill: { ...fill, fit: 'contain' } }], { load })
    expect([whole.at(25, 50), whole.at(25, 25)]).toEqual([red, white])
    const stroke = { color: '#00ff00', width: 8, position: 'inside' } as const
    const framed = await drawPage([{ ...box, fill, stroke }], { load })
    expect([framed.at(22, 50), framed.at(32, 50)]).toEqual([[0, 255, 0, 255], red])
    const half = await drawPage([{ ...box, fill, opacity: 0.5 }], { load })
    expect(half.at(25, 50)).toEqual([255, 127, 127, 255])
  })

  test('takes a picture as its outline, as large as that', async () => {
    const load = async (src: string) => twoHalves({ mirrored: src === 'mirrored' })
    const color = { type: 'picture', src: 'x' } as const
    const stroke = { color, width: 20, position: 'outside' } as const
    const page = await drawPage([{ ...box, fill: 'transparent', stroke }], { load })
    expect([page.at(5, 50), page.at(45, 5), page.at(55, 5), page.at(95, 50), page.at(30, 50)]).toEqual([
      red,
      red,
      blue,
      blue,
      white,
    ])
    const fill = { type: 'picture', src: 'mirrored' } as const
    const both = await drawPage([{ ...box, fill, stroke: { ...stroke, position: 'inside' } }], { load })
    expect([both.at(22, 50), both.at(45, 50), both.at(55, 50), both.at(78, 50)]).toEqual([red, blue, red, blue])
    const none = await drawPage([{ ...box, stroke: { ...stroke, color: { ...color, src: '' } } }], { load })
    expect([none.at(50, 50), none.at(10, 50)]).toEqual([red, white])
    expect(none.report.layers).toEqual({ Box: { missing: 'no picture given' } })
  })

  test('paints the edges of an outline of an odd width with their own side of a picture', async () => {
    const color = { type: 'picture', src: 'x', fit: 'fill' } as const
    const stroke = { color, width: 5, position: 'center' } as const
    const page = await drawPage([{ ...box, fill: 'transparent', stroke }], { load: async () => twoHalves() })
    expect([page.at(17, 50), page.at(82, 50)]).toEqual([
      [255, 127, 127, 255],
      [127, 127, 255, 255],
    ])
  })

  test('takes a picture as its outline also where it is less high than that', async () => {
    const stroke = { width: 10, position: 'inside' } as const
    const flat = { ...box, height: 0, fill: 'transparent' } as const
    const plain = await drawPage([{ ...flat, stroke: { ...stroke, color: '#ff0000' } }])
    const page = await drawPage([{ ...flat, stroke: { ...stroke, color: halves } }], { load: async () => twoHalves() })
    expect([plain.at(30, 25), page.at(30, 25), page.at(70, 25)]).toEqual([red, red, blue])
  })

  test('without an area loads no picture, and nothing is wrong with that: a bar that is 0 long shows none', async () => {
    const load = async () => {
      throw new Error('nothing is loaded')
    }
    const fill = { type: 'picture', src: 'x' } as const
    const image = { type: 'image', name: 'Image', x: 0, y: 0, width: 50, height: 0, src: 'x' } as const
    const { report } = await drawPage([{ ...box, fill, width: { bind: 'Share' } }, image], {
      load,
      values: { Share: 0 },
    })
    expect([report.layers, report.warnings]).toEqual([{}, []])
  })

  test('says why each of its pictures is not there', async () => {
    const picture = (fallback: string) => ({ type: 'picture', src: 'bad', fallback }) as const
    const load = async (src: string) => {
      if (src === 'good') return twoHalves()
      throw new Error('gone')
    }
    const stroke = { color: { type: 'picture', src: '' }, width: 5 } as const
    const { report } = await drawPage([{ ...box, fill: picture('good'), stroke }], { load })
    expect(report.layers.Box?.missing).toMatch(/gone; no picture given$/)
  })

  test('keeps its outline when it has no picture', async () => {
    const fill = { type: 'picture', src: '' } as const
    const stroke = { color: '#0000ff', width: 10, position: 'inside' } as const
    const page = await drawPage([{ ...box, fill, stroke }])
    expect([page.at(19, 50), page.at(22, 50), page.at(50, 50)]).toEqual([white, blue, white])
  })

  test('says why its picture is not there, and takes the fallback', async () => {
    const load = async (src: string) => (src === 'good' ? twoHalves() : new Uint8Array())
    const fill = (src: string, more = {}) => ({ type: 'picture', src, ...more }) as const
    const empty = await drawPage([{ ...box, fill: { ...fill(''), src: { bind: 'Photo' } } }], { load })
    expect(empty.at(50, 50)).toEqual(white)
    expect(empty.report.layers).toEqual({ Box: { missing: 'no picture given' } })
    const bound = { ...box, fill: { ...fill(''), src: { bind: 'Photo' } } }
    expect((await drawPage([bound], { load, values: { Photo: 'good' } })).at(25, 50)).toEqual(red)
    const replaced = await drawPage([{ ...box, fill: fill('bad', { fallback: 'good' }) }], { load })
    expect(replaced.at(25, 50)).toEqual(red)
    expect(replaced.report.layers.Box?.missing).toContain('is empty (0 bytes)')
    await expect(drawPage([{ ...box, fill: fill('bad') }], { load })).rejects.toMatchObject({ code: 'image_empty' })
  })
})
