import { readFileSync } from 'node:fs'
import sharp from 'sharp'

export const MEGABYTE = 1_000_000
/** What is left of the limit of a body for the parts around a large value. */
export const LARGE_BYTES = 1_030_000

const numbers = (count: number) => Array.from({ length: count }, (_, n) => 1000 + n)

/** Free-form JSON as large as a request can send, with as many values as it may have. */
export const dense = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`k${n}`, numbers(19_000)]))

/** As much JSON as fits beside short other parts. */
export const longText = 'ä'.repeat(LARGE_BYTES / 2)

export type Stop = (n: number) => object

/** Their offsets are long numbers. */
export const longStop: Stop = (n) => ({ color: '#ff00ff80', offset: n / 31 })

/** A valid design of about a megabyte. */
export function largeDesign(name = 'large', stop = longStop) {
  const stops = Array.from({ length: 32 }, (_, n) => stop(n))
  const fill = { type: 'linear', angle: 20, stops }
  const layers = Array.from({ length: 500 }, (_, n) => ({
    type: 'text',
    name: `layer ${n}`,
    x: n,
    y: n,
    width: 99,
    height: 99,
    visible: false,
    text: { bind: `t${n}`, fallback: 'x'.repeat(200) },
    fill,
  }))
  return { schema: 1, name, width: 900, height: 900, layers }
}

/** Fast to draw. */
export const smallDesign = {
  schema: 1,
  width: 90,
  height: 90,
  layers: [{ type: 'text', name: 'a', x: 0, y: 0, width: 90, height: 90, text: { bind: 'f0', fallback: 'x' } }],
}

export const fields = Array.from({ length: 200 }, (_, n) => ({ name: `f${n}`, kind: 'text' as const }))
export const wideRow = Object.fromEntries(fields.map(({ name }) => [name, 'abc']))
const fieldsOfTable = fields.map(({ name }) => name)

export const largeViews = Array.from({ length: 100 }, (_, n) => ({
  name: `view ${n}`,
  filters: Array.from({ length: 50 }, () => ({
    field: 'f1',
    operator: 'equals' as const,
    value: 'x'.repeat(150),
  })),
}))

/** A file of many short cells, which are the slowest to parse. */
export function csvOf(bytes: number): Buffer {
  const line = `${fieldsOfTable.map((name) => `${name} abc`).join()}\n`
  return Buffer.from(`${fieldsOfTable.join()}\n${line.repeat(Math.floor(bytes / line.length))}`)
}

export const csvOfLargeCells = (bytes: number): Buffer =>
  Buffer.from(`f0,f1\n${`${'x'.repeat(900_000)},y\n`.repeat(Math.floor(bytes / 900_003))}`)

/** As large as an asset may be: noise, which nothing makes smaller. */
export async function largePicture(size = 2880): Promise<Buffer> {
  const noise = {
    width: size,
    height: size,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
  }
  return sharp({ create: { ...noise, background: '#000' } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

export const largeSvg = (): Buffer => {
  const part = `<path d="M0 0L${'1 1 '.repeat(24)}"/>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${part.repeat(18_000)}</svg>`)
}

const fileIn = (path: string) => readFileSync(`node_modules/${path}`)
export const largeFont = () => fileIn('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf')
export const otherFont = () => fileIn('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf')
export const largeWoff2 = () => fileIn('inter-ui/variable/InterVariable.woff2')
