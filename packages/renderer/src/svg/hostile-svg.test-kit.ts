import { crc32, deflateSync, gzipSync } from 'node:zlib'

const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
/** A drawing with something inside. */
export const svg = (inside: string, attributes = 'width="100" height="100"') =>
  `<svg ${names} ${attributes}>${inside}</svg>`
function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A whole black PNG of as many pixels on each side, in a few kilobytes. */
function pngBomb(sidePx: number): string {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(sidePx, 0)
  head.writeUInt32BE(sidePx, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(sidePx / 8)) * sidePx), { level: 1 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [signature, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]
  return `data:image/png;base64,${Buffer.concat(chunks).toString('base64')}`
}

const image = (href: string) => svg(`<image width="9" height="9" xlink:href="${href}"/>`)
const nested = (depth: number, tag: string) => `${`<${tag}>`.repeat(depth)}<rect/>${`</${tag}>`.repeat(depth)}`
const chain = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => one(n)).join('')
const filter = (inside: string) => svg(`<filter id="f">${inside}</filter><rect filter="url(#f)" width="9" height="9"/>`)
const entities = (declared: string) => `<!DOCTYPE svg [${declared}]>${svg('<text>&a;</text>')}`
const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))
const inline = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
const laughs = chain(9, (n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`)
const doubling = (tag: (n: number) => string) => svg(`<defs>${chain(30, tag)}</defs><use href="#a29"/>`)
const zigzag = chain(20_000, (n) => `L${(n * 7919) % 1000} ${(n % 2) * 1000}`)
const truncatedPng = pngBomb(8).slice(0, 60)

/** What is refused: the text or bytes, the code, what the message says. */
export const refused: readonly (readonly [what: string, text: string | Uint8Array, code: string, says: RegExp])[] = [
  ['a script', svg('<script>alert(1)</script>'), 'svg_refused', /a script \(<script>\)/],
  [
    'a script in another case of prefix',
    `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></s:svg>`,
    'svg_refused',
    /script/,
  ],
  [
    'a script by a late prefix',
    svg('<g xmlns:q="http://www.w3.org/2000/svg"><q:script/></g>'),
    'svg_refused',
    /script/,
  ],
  ['a script inside of a link', svg('<a href="x"><script/></a>'), 'svg_refused', /script/],
  ['an event handler', svg('<rect onclick="alert(1)"/>'), 'svg_refused', /<rect onclick=…>/],
  ['an event handler at the root', svg('', 'onload="init(evt)"'), 'svg_refused', /<svg onload=…>/],
  ['an event handler in capitals', svg('<rect ONLOAD="x"/>'), 'svg_refused', /script/],
  [
    'a piece of HTML',
    svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    'svg_refused',
    /contains HTML/,
  ],
  ['a local file by URL', image('file:///etc/passwd'), 'svg_refused', /external picture .*file:\/\/\/etc\/passwd/],
  ['a local file by path', image('/etc/passwd'), 'svg_refused', /external picture/],
  ['a local file beside it', image('photo.png'), 'svg_refused', /embed the picture/],
  ['a picture by http', image('http://169.254.169.254/latest/'), 'svg_refused', /169\.254\.169\.254/],
  ['a picture without a scheme', image('//example.com/a.png'), 'svg_refused', /external/],
  ['a picture by href', svg('<image href="https://example.com/a.png"/>'), 'svg_refused', /external/],
  [
    'a picture by a prefix of its own',
    `<svg ${names} xmlns:l="http://www.w3.org/1999/xlink"><image l:href="file:///etc/passwd"/></svg>`,
    'svg_refused',
    /external/,
  ],
  ['a picture by javascript:', image('javascript:alert(1)'), 'svg_refused', /external/],
  ['a picture by a blank before the scheme', image('&#32;&#9;file:///etc/passwd'), 'svg_refused', /external/],
  ['a shape of another file', svg('<use href="other.svg#a"/>'), 'svg_refused', /<use href="other\.svg#a">/],
  ['a shape in a data: URL', svg(`<use href="${inline(svg('<rect id="a"/>'))}#a"/>`), 'svg_refused', /external/],
  ['a gradient of another file', svg('<linearGradient xlink:href="http://a.example/#b"/>'), 'svg_refused', /external/],
  [
    'text along a path elsewhere',
    svg('<text><textPath href="http://a.example/#b">x</textPath></text>'),
    'svg_refused',
    /external/,
  ],
  ['a fill from elsewhere', svg('<rect fill="url(http://a.example/#b)"/>'), 'svg_refused', /fill="url\(http/],
  ['a fill from a file', svg('<rect fill="url(file:///etc/passwd)"/>'), 'svg_refused', /external/],
  ['a quoted fill from elsewhere', svg(`<rect fill="url('//a.example/b#c')"/>`), 'svg_refused', /external/],
  ['a mask from elsewhere by style', svg('<rect style="mask:url(https://a.example/#b)"/>'), 'svg_refused', /external/],
  [
    'a filter from elsewhere by CSS',
    svg('<style>rect{filter:url("http://a.example/#b")}</style><rect/>'),
    'svg_refused',
    /external/,
  ],
  ['a picture in a filter', filter('<feImage href="http://a.example/b.png"/>'), 'svg_refused', /<feImage>/],
  ['an imported style sheet', svg('<style>@import url(http://a.example/b.css);</style>'), 'svg_refused', /@import/],
  ['an imported style sheet in CDATA', svg('<style><![CDATA[ @IMPORT "b.css"; ]]></style>'), 'svg_refused', /@import/],
  [
    'an imported style sheet behind a comment',
    svg('<style>/* } */@import/**/"b.css";</style>'),
    'svg_refused',
    /@import/,
  ],
  [
    'a font',
    svg('<style>@font-face{font-family:a;src:url(data:font/woff;base64,AA)}</style>'),
    'svg_refused',
    /@font-face/,
  ],
  ['a font element', svg('<font-face font-family="a"/>'), 'svg_refused', /<font-face>/],
  [
    'a style sheet beside it',
    `<?xml-stylesheet href="http://a.example/b.css"?>${svg('')}`,
    'svg_refused',
    /xml-stylesheet/,
  ],
  ['another base of addresses', svg('<g xml:base="file:///etc/"/>'), 'svg_refused', /xml:base/],
  [
    'a billion laughs',
    entities(`<!ENTITY a0 "ha">${laughs}<!ENTITY a "&a9;">`),
    'svg_refused',
    /its own document type/,
  ],
  ['an entity from a file', entities('<!ENTITY a SYSTEM "file:///etc/passwd">'), 'svg_refused', /document type/],
  ['a parameter entity', entities('<!ENTITY % a SYSTEM "http://a.example/x.dtd"> %a;'), 'svg_refused', /document type/],
  ['an entity in another case', entities('<!EnTiTy a "b">'), 'svg_refused', /document type/],
  ['two document types', `<!DOCTYPE svg>${entities('<!ENTITY a "b">')}`, 'svg_refused', /document type/],
  ['an undeclared entity', svg('<text>&nbsp;</text>'), 'image_broken', /damaged SVG/],
  ['UTF-16', utf16(svg('')), 'svg_refused', /UTF-16/],
  ['UTF-16 without a mark', utf16(svg('')).subarray(2), 'svg_refused', /UTF-16/],
  [
    'another encoding',
    Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${svg('<text>\u00e9</text>')}`, 'latin1'),
    'svg_refused',
    /not UTF-8/,
  ],
  [
    'another encoding that reads as UTF-8',
    `<?xml version="1.0" encoding="utf-7"?>${svg('<text>é</text>')}`,
    'svg_refused',
    /encoding "utf-7"/,
  ],
  ['a compressed drawing', gzipSync(svg('')), 'svg_refused', /SVGZ/],
  ['an end that is missing', svg('<g>').slice(0, -6), 'image_broken', /damaged SVG/],
  ['a quote that never ends', '<svg xmlns="http://www.w3.org/2000/svg><rect/></svg>', 'image_broken', /damaged SVG/],
  ['a comment that never ends', `${svg('')}<!-- <svg>`, 'image_broken', /damaged SVG/],
  ['CDATA that never ends', svg('<![CDATA[').replace('</svg>', ''), 'image_broken', /damaged SVG/],
  ['tags that cross', svg('<g><rect></g></rect>'), 'image_broken', /damaged SVG/],
  ['an attribute twice', svg('<rect x="1" x="2"/>'), 'image_broken', /damaged SVG/],
  ['a NUL', svg('<text>&#0;</text>'), 'image_broken', /damaged SVG/],
  ['another root', '<svg xmlns="http://www.w3.org/1999/xhtml"/>', 'svg_refused', /outermost element/],
  ['more than 2 MB', svg(`<!-- ${'x'.repeat(2_000_000)} -->`), 'svg_too_complex', /the maximum is 2 MB/],
  ['more than 20,000 elements', svg('<g/>'.repeat(20_001)), 'svg_too_complex', /20000 elements/],
  ['400,000 open brackets', `<svg>${'<'.repeat(400_000)}`, 'svg_too_complex', /100 deep/],
  ['groups 101 deep', svg(nested(101, 'g')), 'svg_too_complex', /100 deep/],
  ['drawings 5,000 deep', svg(nested(5000, 'svg')), 'svg_too_complex', /100 deep/],
  [
    'a depth that hides behind attributes',
    svg(nested(200, 'g a="/>"').replaceAll('</g a="/>">', '</g>')),
    'svg_too_complex',
    /100 deep/,
  ],
  ['200,000 characters of text', svg(`<text>${'x'.repeat(200_000)}</text>`), 'svg_too_complex', /20000 characters/],
  [
    'text that is used often',
    svg(`<text id="a">${'x'.repeat(9000)}</text><use href="#a"/><use href="#a"/>`),
    'svg_too_complex',
    /characters/,
  ],
  [
    'uses that double',
    doubling((n) => `<g id="a${n}"><use href="#a${n - 1}"/><use href="#a${n - 1}"/></g>`),
    'svg_too_complex',
    /50000 shapes/,
  ],
  [
    'patterns that double',
    svg(
      `${chain(30, (n) => `<pattern id="a${n}" width="1" height="1"><path fill="url(#a${n - 1})"/><path fill="url(#a${n - 1})"/></pattern>`)}<rect fill="url(#a29)"/>`,
    ),
    'svg_too_complex',
    /50000 shapes/,
  ],
  [
    'masks that double',
    svg(
      `${chain(30, (n) => `<mask id="a${n}"><g mask="url(#a${n - 1})"/><g mask="url(#a${n - 1})"/></mask>`)}<rect mask="url(#a29)"/>`,
    ),
    'svg_too_complex',
    /50000 shapes/,
  ],
  [
    'markers on every point',
    svg(`<marker id="m">${'<path/>'.repeat(100)}</marker><path marker-mid="url(#m)" d="M0 0${'h1'.repeat(1000)}"/>`),
    'svg_too_complex',
    /50000 shapes/,
  ],
  [
    'markers by inheritance',
    svg(
      `<style>g{marker:url(#m)}</style><marker id="m">${'<path/>'.repeat(100)}</marker><g><polyline points="${'1 1 '.repeat(1000)}"/></g>`,
    ),
    'svg_too_complex',
    /50000 shapes/,
  ],
  ['a use of itself', svg('<g id="a"><use href="#a"/></g>'), 'svg_too_complex', /circle \(#a -> #a\)/],
  ['a use of what is around it', svg('<g id="a"><g id="b"><use href="#a"/></g></g>'), 'svg_too_complex', /circle/],
  [
    'a pattern of itself',
    svg('<pattern id="a" width="1" height="1"><rect fill="url(#a)"/></pattern><rect fill="url(#a)"/>'),
    'svg_too_complex',
    /circle/,
  ],
  [
    'two patterns of each other',
    svg(
      '<pattern id="a"><rect fill="url(#b)"/></pattern><pattern id="b"><rect fill="url(#a)"/></pattern><rect stroke="url(#b)"/>',
    ),
    'svg_too_complex',
    /#b -> #a -> #b/,
  ],
  [
    'patterns that take over from each other',
    svg('<pattern id="a" href="#b"/><pattern id="b" href="#a"/><rect fill="url(#a)"/>'),
    'svg_too_complex',
    /circle/,
  ],
  [
    'gradients that take over from each other',
    svg('<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect fill="url(#a)"/>'),
    'svg_too_complex',
    /circle/,
  ],
  [
    'a mask of itself',
    svg('<mask id="a"><rect mask="url(#a)"/></mask><rect mask="url(#a)"/>'),
    'svg_too_complex',
    /circle/,
  ],
  ['a mask on itself', svg('<mask id="a" mask="url(#a)"/><rect mask="url(#a)"/>'), 'svg_too_complex', /circle/],
  [
    'a clip path of itself',
    svg('<clipPath id="a"><rect clip-path="url(#a)"/></clipPath><rect clip-path="url(#a)"/>'),
    'svg_too_complex',
    /circle/,
  ],
  [
    'a marker of itself',
    svg('<marker id="a"><path marker-end="url(#a)"/></marker><path marker-end="url(#a)"/>'),
    'svg_too_complex',
    /circle/,
  ],
  [
    'a circle by CSS',
    svg('<style>.a{mask:url(#a)}</style><mask id="a"><rect class="a"/></mask><rect class="a"/>'),
    'svg_too_complex',
    /circle/,
  ],
  ['a number without end', svg('<rect width="1e308"/>'), 'svg_too_complex', /number "1e308" \(width of <rect>\)/],
  [
    'a path that leaves every bound',
    svg('<path d="M0 0L1e30 4E7"/>'),
    'svg_too_complex',
    /number "1e30" \(d of <path>\)/,
  ],
  ['a number in a transformation', svg('<g transform="scale(1e30)"/>'), 'svg_too_complex', /transform of <g>/],
  ['what is no number', svg('<rect x="NaN"/>'), 'svg_refused', /not a number/],
  ['infinity', svg('<rect x="-Infinity"/>'), 'svg_refused', /not a number/],
  ['a huge view box', svg('', 'viewBox="0 0 1e20 1e20"'), 'svg_too_complex', /viewBox of <svg>/],
  ['no height', svg('', 'width="10" height="0"'), 'svg_refused', /without any size/],
  ['a negative width', svg('', 'width="-10" height="5"'), 'svg_refused', /without any size/],
  ['an empty view box', svg('', 'viewBox="0 0 0 10"'), 'svg_refused', /without any size/],
  ['a thread', svg('', 'viewBox="0 0 1 1000000"'), 'svg_refused', /10,000 times/],
  ['a million dashes', svg('<path stroke="red" stroke-dasharray=".001" d="M0 0H1000"/>'), 'svg_too_complex', /dashes/],
  [
    'dashes by inheritance',
    svg('<g style="stroke-dasharray:1e-9 1e-9"><line x2="9" stroke="red"/></g>'),
    'svg_too_complex',
    /dashes/,
  ],
  ['a scribble', svg(`<path d="M0 0${zigzag}"/>`), 'svg_too_complex', /crosses itself/],
  ['a wide morphology', filter('<feMorphology radius="1000"/>'), 'svg_too_complex', /radius="1000" in <feMorphology>/],
  ['turbulence without end', filter('<feTurbulence numOctaves="100000"/>'), 'svg_too_complex', /numOctaves/],
  ['a blur without end', filter('<feGaussianBlur stdDeviation="100000"/>'), 'svg_too_complex', /stdDeviation/],
  ['a convolution of 10,000', filter('<feConvolveMatrix order="100"/>'), 'svg_too_complex', /order/],
  [
    'a filter many times',
    svg(`<filter id="f">${'<feDisplacementMap/>'.repeat(100)}</filter>${'<rect filter="url(#f)"/>'.repeat(400)}`),
    'svg_too_complex',
    /filters/,
  ],
  ['3,000 CSS rules', svg(`<style>${chain(3000, (n) => `.a${n}{fill:red}`)}</style>`), 'svg_too_complex', /CSS rules/],
  ['an embedded bomb', image(pngBomb(16_383)), 'image_too_large', /embedded picture has more than 50 million pixels/],
  [
    'embedded pictures that add up',
    svg(chain(3, (n) => `<image href="${pngBomb(5000 + n)}"/>`)),
    'svg_too_complex',
    /50 million pixels together/,
  ],
  ['an embedded SVG', image(inline(svg('<script/>'))), 'svg_refused', /another SVG/],
  [
    'an embedded SVG that claims to be a PNG',
    image(inline(svg('')).replace('svg+xml', 'png')),
    'svg_refused',
    /another SVG/,
  ],
  ['an embedded web page', image('data:text/html,hello'), 'image_type', /embedded picture is not a picture/],
  ['an embedded picture cut short', image(truncatedPng), 'image_truncated', /embedded picture/],
  ['an embedded picture of no bytes', image('data:,'), 'image_empty', /embedded picture is empty/],
  ['300 embedded pictures', svg('<image href="data:,"/>'.repeat(300)), 'svg_too_complex', /200 embedded pictures/],
]

/** Hostile or odd things that are left out, and the drawing goes on. */
export const leftOut: readonly (readonly [what: string, text: string, gone: RegExp])[] = [
  ['addresses of links', svg('<a href="javascript:alert(1)"><rect/></a>'), /javascript|<a/],
  [
    'animations',
    svg('<rect><animate attributeName="x" to="9"/><set attributeName="href" to="file:///x"/></rect>'),
    /animate|set|file/,
  ],
  [
    'elements of other namespaces',
    svg('<script xmlns="http://www.w3.org/1999/xhtml">1</script><x:script xmlns:x="a"/>'),
    /script/,
  ],
  ['attributes of other namespaces', svg('<rect x:onclick="1" x:href="file:///x" xmlns:x="a"/>'), /onclick|file/],
  [
    'what editors keep for themselves',
    svg('<sodipodi:namedview xmlns:sodipodi="a"/><metadata>m</metadata><title>t</title>'),
    /sodipodi|metadata|title/,
  ],
  [
    'a copy of the drawing that Illustrator keeps',
    svg('<switch><foreignObject requiredExtensions="ns"/><rect/></switch>'),
    /foreignObject/,
  ],
  ['comments and processing instructions', `<?php x ?>${svg('<!-- <script> --><?a <script> ?>')}`, /script|php|\?a/],
  [
    'a document type without declarations',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">${svg('')}`,
    /DOCTYPE|dtd/,
  ],
  ['CDATA as markup', svg('<text><![CDATA[<script>]]></text>'), /<script/],
  ['unknown elements', svg('<blink/><flowRoot/><video src="x"/><iframe src="y"/><image/>'), /blink|flow|video|iframe/],
  ['expressions of CSS', svg('<rect style="fill:expression(alert(1));stroke:\\75rl(x)"/>'), /expression|75rl/],
  [
    'properties of CSS that are no drawing',
    svg('<rect style="background:red;content:counter(a);behavior:none"/>'),
    /background|behavior/,
  ],
  [
    'patterns that nobody uses, in a circle or without a name',
    svg('<pattern id="a" href="#b"/><pattern id="b" href="#a"/><pattern href="#"/><text>A</text>'),
    /href="#"/,
  ],
  ['a picture without an address', svg('<image href=""/><use href="#"/>'), /href=/],
]

const many = (text: string, count = 1_900_000) => text.repeat(Math.floor(count / text.length))

/** Texts over which a careless expression would not end in a lifetime. */
export const tedious: readonly (readonly [what: string, text: string])[] = [
  ['blanks before nothing', `<svg>${many(' ')}`],
  ['blanks before the root', `${many(' ', 50_000)}<svg x`],
  ['openings of comments', `<svg>${many('<!--')}</svg>`],
  ['openings of instructions', `<svg>${many('<?')}</svg>`],
  ['openings of CDATA', `<svg>${many('<![CDATA[')}</svg>`],
  ['openings of quotes', `<svg a="${many('" b="')}`],
  ['document types', `${many('<!DOCTYPE svg ', 50_000)}<svg/>`],
  ['attributes', svg(`<rect ${chain(100_000, (n) => `a${n}="" `)}/>`)],
  ['namespaces', svg(`<g ${chain(60_000, (n) => `xmlns:a${n}="b" `)}/>`)],
  ['classes', svg(`<style>.a{fill:red}</style><g class="${many('a ')}"/>`)],
  ['selectors', svg(`<style>${many('.a,')}.a{fill:red}</style><g class="a"/>`)],
  ['rules for the same elements', svg(`<style>${many('.a{x:y}', 14_000)}</style>${'<g class="a"/>'.repeat(19_000)}`)],
  ['openings of CSS comments', svg(`<style>${many('/*')}</style>`)],
  ['rules of no body', svg(`<style>${many('@a;')}</style>`)],
  ['blocks that never end', svg(`<style>${many('a{')}</style>`)],
  ['blanks in a declaration', svg(`<rect style="fill:red${many(' ')}x"/>`)],
  [
    'letters and digits in a transformation',
    svg(`<g style="transform:${many('a')}"/><g style="transform:${many('1')}"/>`),
  ],
  ['brackets in a declaration', svg(`<rect style="fill:${many('icc-color(')}"/>`)],
  ['brackets in an attribute', svg(`<path d="${many('icc-color(')}"/><rect fill="${many('var(--a,', 1900)}"/>`)],
  ['digits in a path', svg(`<path d="M0 0A${many('1')}"/>`)],
  ['digits in an attribute', svg(`<rect x="${many('1')}" transform="${many('a', 1900)}"/>`)],
  ['points', svg(`<polyline points="${many('1 1 ')}"/>`)],
  ['commands', svg(`<path d="M0 0${many('zmzm')}"/>`)],
  ['entities', svg(`<text>${many('&amp;')}</text>`)],
  ['patterns in a chain', svg(`<text>A</text>${chain(40_000, (n) => `<pattern id="p${n}" href="#p${n + 1}"/>`)}`)],
]
