import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { TemplateInput } from '#renderer/template/template.ts'
import { black, blue, drawPage, red, renderer, white } from '#renderer/testing/render.test-kit.ts'

const box = { type: 'svg', name: 'Logo', width: 100, height: 100 } as const
const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const halves = `<rect width="20" height="20" fill="#ff0000"/><rect x="20" width="20" height="20" fill="blue"/>`
const svg = (inside: string, attributes = 'viewBox="0 0 40 20"') => `<svg ${names} ${attributes}>${inside}</svg>`
const lime = [0, 255, 0, 255]
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** As the programs write them: red left, blue right, nothing above and below. */
const exported = {
  Illustrator: `<?xml version="1.0" encoding="iso-8859-1"?>
<!-- Generator: Adobe Illustrator 19.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" ${names} x="0px" y="0px" viewBox="0 0 40 20" style="enable-background:new 0 0 40 20;" xml:space="preserve">
<style type="text/css">
	.st0{fill:#FF0000;}
	.st1{fill:#0000FF;stroke:none;}
	.st2{clip-path:url(#SVGID_2_);}
</style>
<g><defs><rect id="SVGID_1_" width="40" height="20"/></defs>
<clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_"  style="overflow:visible;"/></clipPath>
<g class="st2"><polygon class="st0" points="0,-50 20,-50 20,50 0,50 	"/><rect x="20" class="st1" width="20" height="90"/></g></g>
<g opacity="0.5"><rect x="9000" width="5" height="5"/><rect x="9010" width="5" height="5"/></g></svg>`,
  Figma: `<svg width="40" height="20" viewBox="0 0 40 20" fill="none" ${names}>
<g clip-path="url(#clip0_1_2)"><rect width="20" height="20" fill="#FF0000"/>
<g filter="url(#filter0_d_1_2)"><path d="M20 0H40V20H20V0Z" fill="url(#paint0_linear_1_2)" shape-rendering="crispEdges"/></g></g>
<defs>
<filter id="filter0_d_1_2" x="16" y="0" width="28" height="28" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
<feFlood flood-opacity="0" result="BackgroundImageFix"/>
<feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>
<feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hardAlpha" operator="out"/>
<feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/>
<feBlend mode="normal" in2="BackgroundImageFix" result="effect1_dropShadow_1_2"/>
<feBlend mode="normal" in="SourceGraphic" in2="effect1_dropShadow_1_2" result="shape"/></filter>
<linearGradient id="paint0_linear_1_2" x1="20" y1="0" x2="40" y2="0" gradientUnits="userSpaceOnUse"><stop stop-color="blue"/><stop offset="1" stop-color="#0000FF"/></linearGradient>
<clipPath id="clip0_1_2"><rect width="40" height="20" fill="white"/></clipPath>
</defs></svg>`,
  Inkscape: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="40mm" height="20mm" viewBox="0 0 40 20" version="1.1" id="svg5" inkscape:version="1.2.2 (b0a8486541, 2022-12-01)"
   sodipodi:docname="halves.svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ${names} xmlns:svg="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:window-width="1920"><inkscape:grid type="xygrid" id="grid1"/></sodipodi:namedview>
  <defs id="defs2"><linearGradient inkscape:collect="always" id="lg1"><stop style="stop-color:#ff0000;stop-opacity:1" offset="0" id="s1"/></linearGradient>
  <linearGradient inkscape:collect="always" xlink:href="#lg1" id="lg2" x1="0" y1="0" x2="20" y2="0" gradientUnits="userSpaceOnUse"/></defs>
  <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" transform="translate(-10,-5)">
    <rect style="fill:url(#lg2);fill-opacity:1;stroke:none;-inkscape-stroke:none" id="rect1" width="20" height="20" x="10" y="5" />
    <svg:path style="fill:#0000ff;stroke-width:0.26458333" d="m 30,5 h 20 v 20 h -20 z" id="path1" sodipodi:nodetypes="ccccc" />
  </g></svg>`,
}

describe('an SVG', () => {
  test.each(Object.entries(exported))('as %s writes it is drawn, also in an image layer', async (_, text) => {
    const page = await drawPage([{ ...box, src: 'x' }], { load: async () => bytesOf(text) })
    expect([page.at(10, 50), page.at(90, 50), page.at(50, 10), page.at(50, 90)]).toEqual([red, blue, white, white])
    const image = await drawPage([{ ...box, type: 'image', src: 'x' }], { load: async () => bytesOf(text) })
    expect([image.at(10, 5), image.at(90, 95)]).toEqual([red, blue])
  })

  test('is sharp at every size, and cut or stretched as asked for', async () => {
    const edge = svg(halves, 'width="4" height="2" viewBox="0 0 40 20"')
    const whole = await drawPage([{ ...box, svg: edge }])
    expect([whole.at(49, 50), whole.at(50, 50), whole.at(50, 24), whole.at(50, 25)]).toEqual([red, blue, white, blue])
    const left = await drawPage([{ ...box, svg: edge, fit: 'cover', focalPoint: { x: 0, y: 0 } }])
    expect([left.at(2, 2), left.at(98, 98)]).toEqual([red, red])
    const middle = await drawPage([{ ...box, svg: edge, fit: 'cover' }])
    expect([middle.at(49, 2), middle.at(50, 98)]).toEqual([red, blue])
    const stretched = await drawPage([{ ...box, svg: edge, fit: 'fill' }])
    expect([stretched.at(2, 2), stretched.at(98, 98)]).toEqual([red, blue])
    const low = await drawPage([{ ...box, svg: edge, focalPoint: { x: 0.5, y: 1 } }])
    expect([low.at(5, 45), low.at(5, 95)]).toEqual([white, red])
  })

  test.each([
    ['a view box alone', 'viewBox="0 0 40 20"', [50, 25]],
    ['a size alone', 'width="40" height="20"', [50, 25]],
    ['one side and a view box', 'width="80px" viewBox="0 0 40 20"', [50, 25]],
    ['shares of the page', 'width="100%" height="100%" viewBox="0 0 40 20"', [50, 25]],
    ['millimetres', 'width="40mm" height="20mm" viewBox="0 0 40 20"', [50, 25]],
    ['a view box that does not fit its size', 'width="40" height="40" viewBox="0 0 40 20"', [50, 25]],
    ['a view box that starts elsewhere', 'viewBox="-40 0 80 20"', [75, 38]],
    ['a preserveAspectRatio', 'width="40" height="40" viewBox="0 0 40 20" preserveAspectRatio="xMidYMax"', [50, 50]],
  ])('of %s has the size that browsers give it', async (_, attributes, [x = 0, y = 0]) => {
    const page = await drawPage([{ ...box, svg: svg(halves, attributes) }])
    expect([page.at(x - 1, y + 2), page.at(x, y + 2), page.at(x, y - 2)]).toEqual([red, blue, white])
  })

  test('without any size is taken for 300 x 150, as browsers do', async () => {
    const page = await drawPage([{ ...box, svg: svg('<rect width="150" height="75" fill="red"/>', '') }])
    expect([page.at(48, 27), page.at(52, 27), page.at(48, 52)]).toEqual([red, white, white])
  })

  test.each([
    'transform: rotate(180deg); transform-origin: 20px 10px',
    'transform: rotate(.5turn); transform-origin: 20px 10px',
    'transform: translateX(40px) scaleX(-1)',
    'transform: matrix(-1, 0, 0, 1, 40, 0)',
  ])('is moved as CSS says: %s', async (style) => {
    const page = await drawPage([{ ...box, svg: svg(`<g transform="scale(.5)" style="${style}">${halves}</g>`) }])
    expect([page.at(10, 50), page.at(90, 50)]).toEqual([blue, red])
  })

  test('shows the pictures inside of it, whatever their kind', async () => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
    for (const format of ['png', 'webp', 'gif'] as const) {
      const data = (await picture.clone().toFormat(format, { lossless: true }).toBuffer()).toString('base64')
      const inside = `<image width="20" height="20" xlink:href="data:image/${format};base64,${data}"/>`
      const page = await drawPage([{ ...box, svg: svg(inside) }])
      expect([page.at(25, 50), page.at(75, 50)]).toEqual([red, white])
    }
    // Its last line cannot be read.
    const damaged =
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8Dwn4GBgYGJAQoAHxcCAr7k7OQAAAAASUVORK5CYII='
    const inside = `<image width="20" height="20" xlink:href="data:image/png;base64,${damaged}"/>`
    expect((await drawPage([{ ...box, svg: svg(inside) }])).at(5, 30)).toEqual(red)
  })

  test('draws text with the bundled fonts, never with those of the system', async () => {
    const text = (family: string) =>
      svg(`<text y="16" font-size="20" font-weight="bold" font-family="${family}">M<tspan fill="red">M</tspan></text>`)
    const dark = async (family: string) => {
      const page = await drawPage([{ ...box, svg: text(family) }])
      const row = Array.from({ length: 100 }, (_, x) => page.at(x, 50))
      return row.map(([r = 0, g = 0]) => (g > 127 ? '.' : r > 127 ? 'r' : 'b')).join('')
    }
    const [sans, serif, unknown] = await Promise.all([dark('Arial, sans-serif'), dark('Georgia'), dark('Nowhere')])
    expect(sans).toMatch(/b.*r/)
    expect(serif).toMatch(/b.*r/)
    expect(serif).not.toBe(sans)
    expect(unknown).toBe(sans)
    const words = (look: string) => `<g font-family="Inter"><text y="16" ${look}>M</text></g>`
    const [usual, asWritten, twice] = await Promise.all(
      ['', 'font-size="16"', 'font-size="2em"'].map(async (look) => {
        const page = await drawPage([{ ...box, svg: svg(words(look)) }])
        return Array.from({ length: 100 }, (_, x) => page.at(x, 50)[0] ?? 0).filter((red) => red < 128).length
      }),
    )
    expect(usual).toBeGreaterThan(0)
    expect(usual).toBe(asWritten)
    expect(twice).toBeGreaterThan(usual ?? 0)
    // The stem of a leaning letter begins further to the right.
    const leftOf = async (look: string) => {
      const page = await drawPage([{ ...box, svg: svg(words(`font-size="20" ${look}`).replace('M', 'I')) }])
      return Array.from({ length: 100 }, (_, x) => x).find((x) => (page.at(x, 30)[0] ?? 255) < 128)
    }
    expect(await leftOf('font-style="italic"')).toBeGreaterThan((await leftOf('')) ?? 100)
  })

  test('fills and draws letters with gradients that are fitted to them, also in masks', async () => {
    const paints = `
      <linearGradient id="across"><stop offset=".5" stop-color="red"/><stop offset=".5" stop-color="blue"/></linearGradient>
      <linearGradient id="turned" href="#across" x2="0" y2="1"/>
      <radialGradient id="round"><stop stop-color="lime"/><stop offset="1" stop-color="lime"/></radialGradient>
      <mask id="mask"><text y="8" font-size="10" fill="url(#white)">■■</text></mask>
      <linearGradient id="white"><stop stop-color="#fff"/><stop offset="1" stop-color="#fff"/></linearGradient>`
    const words = (y: number, look: string) => `<text y="${y}" font-size="10" ${look}>■■</text>`
    const inside = `${paints}
      ${words(8, 'fill="url(#across)"')}
      ${words(18, 'fill="none" stroke="url(#turned)" stroke-width="9"')}
      ${words(28, 'fill="url(#round)"')}
      <g mask="url(#mask)" transform="translate(20 0)">${words(8, 'fill="url(#across)"')}</g>`
    const page = await drawPage([{ ...box, svg: svg(inside, 'viewBox="0 0 40 40"') }])
    expect([page.at(10, 12), page.at(40, 12)]).toEqual([red, blue])
    expect([page.at(25, 33), page.at(25, 46)]).toEqual([red, blue])
    expect(page.at(10, 62)).toEqual(lime)
    expect([page.at(60, 12), page.at(90, 12)]).toEqual([red, blue])
  })

  test('fills letters with patterns that are fitted to them, however they are measured, moved and turned', async () => {
    // Two letters of 7 x 7 with a box of 17 x 12 around them, each half of it another colour.
    const halves = (part: string) =>
      `<rect width="${part}" height="99" fill="red"/><rect x="${part}" width="${part}" height="99" fill="blue"/>`
    const paints = `
      <pattern id="own" width="1" height="1">${halves('8.5')}</pattern>
      <pattern id="parts" width="1" height="1" patternContentUnits="objectBoundingBox">${halves('.5')}</pattern>
      <pattern id="turned" href="#own" patternTransform="translate(17) scale(-1 1)"/>
      <pattern id="moved" x="50%" width="1" height="1">${halves('8.5')}</pattern>
      <pattern id="page" x="2" width="40" height="40" patternUnits="userSpaceOnUse"><rect width="40" height="40" fill="lime"/></pattern>`
    const words = ['own', 'parts', 'turned', 'moved', 'page'].map((id, at) => {
      return `<text y="${8 * at + 7}" font-size="10" fill="url(#${id})">■■</text>`
    })
    const page = await drawPage([{ ...box, svg: svg(paints + words.join(''), 'viewBox="0 0 40 40"') }])
    const seen = words.map((_, at) => [10, 32].map((x) => page.at(x, 20 * at + 12)))
    expect(seen).toEqual([
      [red, blue],
      [red, blue],
      [blue, red],
      [blue, red],
      [lime, lime],
    ])
  })

  test('gives equal bytes for equal inputs', async () => {
    const template: TemplateInput = { schema: 1, width: 60, height: 60, layers: [{ ...box, svg: exported.Figma }] }
    const [one, other] = await Promise.all([renderer.render({ template }), renderer.render({ template })])
    expect(one.files[0]?.bytes).toEqual(other.files[0]?.bytes)
  })

  test('that is hostile fails with its layer, or gives way to the fallback', async () => {
    const hostile = { ...box, svg: svg('<image href="file:///etc/passwd"/>') }
    await expect(drawPage([hostile])).rejects.toMatchObject({
      code: 'svg_refused',
      layer: 'Logo',
      message:
        'the image in layer "Logo" is an SVG with an external picture (<image href="file:///etc/passwd">): embed the picture',
    })
    const fallback = `data:image/svg+xml,${encodeURIComponent(svg(halves))}`
    const page = await drawPage([{ ...hostile, fallback }])
    expect(page.at(10, 50)).toEqual(red)
    expect(page.report.layers.Logo?.missing).toMatch(/external picture/)
  })

  test('is read from a data: URL, also one that nobody escaped', async () => {
    const src = `data:image/svg+xml;utf8,${svg(halves, 'viewBox="0 0 40 20" width="100%"')}`
    expect((await drawPage([{ ...box, src }])).at(10, 50)).toEqual(red)
  })
})

describe('the colours of an SVG', () => {
  const icon = svg(
    `<path d="M0 0H20V20H0Z"/><g fill="none" stroke="#F00" stroke-width="8"><rect x="24" y="4" width="12" height="12"/></g>`,
  )

  test('are replaced where something is filled or drawn', async () => {
    const page = await drawPage([{ ...box, svg: icon, fill: '#00ff00', stroke: 'blue' }])
    expect([page.at(25, 50), page.at(60, 30), page.at(75, 50)]).toEqual([lime, blue, white])
  })

  test('are replaced one by one, however they are written', async () => {
    const colors = { '#FF0000': 'blue', 'rgb(0 0 255)': '#ff0000' }
    const page = await drawPage([{ ...box, svg: svg(halves), colors }])
    expect([page.at(10, 50), page.at(90, 50)]).toEqual([blue, red])
    const styled = svg(
      '<style>.a{fill:#f00}</style><linearGradient id="g"><stop style="stop-color:#00F"/></linearGradient><rect class="a" width="20" height="20"/><rect x="20" width="20" height="20" fill="url(#g)"/>',
    )
    const other = await drawPage([{ ...box, svg: styled, colors }])
    expect([other.at(10, 50), other.at(90, 50)]).toEqual([blue, red])
  })

  test('that nobody named are black', async () => {
    const text = svg('<path d="M0 0H20V20H0Z"/><path fill="currentColor" d="M20 0H40V20H20Z"/>')
    const plain = await drawPage([{ ...box, svg: text }])
    const changed = await drawPage([{ ...box, svg: text, colors: { black: 'blue' } }])
    expect([plain.at(10, 50), plain.at(90, 50)]).toEqual([black, black])
    expect([changed.at(10, 50), changed.at(90, 50)]).toEqual([blue, blue])
  })

  test('of masks stay as they are', async () => {
    const text = svg(`<mask id="m"><rect width="20" height="20" fill="#fff"/></mask><g mask="url(#m)">${halves}</g>`)
    const page = await drawPage([{ ...box, svg: text, fill: '#00ff00', colors: { white: 'black' } }])
    expect([page.at(10, 50), page.at(90, 50)]).toEqual([lime, white])
  })

  test('follow values and modifications, like the drawing itself', async () => {
    const layer = { ...box, svg: { bind: 'Icon' }, fill: { bind: 'Brand' }, colors: { '#f00': { bind: 'Line' } } }
    const values = { Icon: icon, Brand: '#00ff00', Line: 'blue' }
    const page = await drawPage([layer], { values })
    expect([page.at(25, 50), page.at(60, 30)]).toEqual([lime, blue])
    const modified = await drawPage([layer], {
      values,
      modifications: [{ name: 'Logo', fill: 'red', svg: svg(halves) }],
    })
    expect(modified.at(90, 50)).toEqual(red)
    const empty = await drawPage([layer])
    expect(empty.report.layers).toEqual({ Logo: { missing: 'no picture given' } })
    const wrong = drawPage([layer], { values: { ...values, Line: 'bluish' } })
    await expect(wrong).rejects.toMatchObject({ code: 'value_invalid', message: expect.stringMatching(/colors\.#f00/) })
  })

  test('of a photograph cannot be replaced', async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const layer = { ...box, src: 'x' }
    expect((await drawPage([layer], { load: async () => bytes })).at(50, 50)).toEqual(red)
    await expect(drawPage([{ ...layer, fill: 'red' }], { load: async () => bytes })).rejects.toMatchObject({
      code: 'image_type',
    })
  })
})
