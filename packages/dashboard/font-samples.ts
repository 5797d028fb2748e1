// Draws the names of the families of the font pack, each in its own font, and words in their other scripts:
// `node packages/dashboard/font-samples.ts <folder>`. The folder has their packages as `npm pack` makes them. Run it when
// the pack changes, and look at the pictures.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { scripts } from '@pictable/renderer/scripts'
import { type PopularFont, popularFonts } from '@pictable/server/core/font/popular-fonts.ts'
import { packageFilename, readFontPackage } from '@pictable/server/font-catalogs/read-package.ts'

const [WIDTH_PX, HEIGHT_PX, SIZE_PX] = [480, 56, 38]
const REGULAR = 400

const MAX_WORDS = 4

/** What a family is shown by where a text is mainly in a script; undefined for one that its name shows. */
function wordsOf(script: string): string | undefined {
  const found = script === 'Latin' ? undefined : scripts.find(({ name }) => name === script)
  return found?.words.split(' ').slice(0, MAX_WORDS).join(' ')
}

interface Row {
  readonly font: PopularFont
  readonly text: string
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder of the packages')

const registered = (font: PopularFont) => `Sample of ${font.family}`

for (const font of popularFonts) {
  const faces = await readFontPackage(readFileSync(join(folder, packageFilename(font))), font)
  const face = faces.find(({ weight, style }) => weight === REGULAR && style === 'normal') ?? faces[0]
  if (face === undefined) throw new Error(`${font.family} has no face`)
  GlobalFonts.register(Buffer.from(face.bytes), registered(font))
}

/** One row below the other, each as large as fits. */
async function draw(rows: readonly Row[], filename: string): Promise<void> {
  const canvas = createCanvas(WIDTH_PX, HEIGHT_PX * rows.length)
  const context = canvas.getContext('2d')
  context.textBaseline = 'alphabetic'
  for (const [at, { font, text }] of rows.entries()) {
    context.font = `${SIZE_PX}px "${registered(font)}"`
    const size = Math.min(SIZE_PX, (SIZE_PX * (WIDTH_PX - 8)) / context.measureText(text).width)
    context.font = `${size}px "${registered(font)}"`
    context.fillText(text, 2, at * HEIGHT_PX + HEIGHT_PX * 0.72)
  }
  writeFileSync(join(import.meta.dirname, 'public', filename), await canvas.encode('webp', 60))
}

const inScripts = popularFonts.flatMap((font) =>
  font.scripts.flatMap((script) => {
    const text = wordsOf(script)
    return text === undefined ? [] : { font, script, text }
  }),
)
await draw(
  popularFonts.map((font) => ({ font, text: font.family })),
  'font-samples.webp',
)
await draw(inScripts, 'font-script-samples.webp')
const names = popularFonts.map(({ family }) => `  '${family}',\n`).join('')
const pairs = inScripts.map(({ font, script }) => `  ['${font.family}', '${script}'],\n`).join('')
writeFileSync(
  join(import.meta.dirname, 'src/screens/editor/fonts/pictured-families.ts'),
  `// Made by \`font-samples.ts\`.

/** The families in \`font-samples.webp\`, from top to bottom. */
export const picturedFamilies: readonly string[] = [\n${names}]

/** The families in \`font-script-samples.webp\`, from top to bottom, each with the script that it is shown in. */
export const picturedScripts: readonly (readonly [family: string, script: string])[] = [\n${pairs}]\n`,
)
