// Draws the names of the families of the font pack, each in its own font: `node packages/dashboard/font-samples.ts <folder>`.
// The folder has their packages as `npm pack` makes them. Run it when the pack changes, and look at the picture.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { popularFonts } from '@pictable/server/core/font/popular-fonts.ts'
import { packageFilename, readFontPackage } from '@pictable/server/font-catalogs/read-package.ts'

const [WIDTH_PX, HEIGHT_PX, SIZE_PX] = [480, 56, 38]
const REGULAR = 400

/** What a family is shown by beside its name, in the scripts that it is chosen for. */
const WORDS: Readonly<Record<string, string>> = {
  Arabic: 'أبجد هوز',
  Hebrew: 'אבגדה',
  Devanagari: 'कखगघ',
  Thai: 'กขคง',
  Cyrillic: 'Абвг',
  Greek: 'Αβγδ',
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder of the packages')
const canvas = createCanvas(WIDTH_PX, HEIGHT_PX * popularFonts.length)
const context = canvas.getContext('2d')
context.textBaseline = 'alphabetic'
for (const [at, font] of popularFonts.entries()) {
  const faces = await readFontPackage(readFileSync(join(folder, packageFilename(font))), font)
  const face = faces.find(({ weight, style }) => weight === REGULAR && style === 'normal') ?? faces[0]
  if (face === undefined) throw new Error(`${font.family} has no face`)
  GlobalFonts.register(Buffer.from(face.bytes), `Sample ${at}`)
  const words = font.scripts.flatMap((script) => WORDS[script] ?? [])
  const text = [font.family, ...words].join('  ')
  context.font = `${SIZE_PX}px "Sample ${at}"`
  const size = Math.min(SIZE_PX, (SIZE_PX * (WIDTH_PX - 8)) / context.measureText(text).width)
  context.font = `${size}px "Sample ${at}"`
  context.fillText(text, 2, at * HEIGHT_PX + HEIGHT_PX * 0.72)
}
writeFileSync(join(import.meta.dirname, 'public/font-samples.webp'), await canvas.encode('webp', 60))
const names = popularFonts.map(({ family }) => `  '${family}',\n`).join('')
writeFileSync(
  join(import.meta.dirname, 'src/screens/editor/fonts/pictured-families.ts'),
  `/** The families in \`font-samples.webp\`, from top to bottom. Made by \`font-samples.ts\`. */\nexport const picturedFamilies: readonly string[] = [\n${names}]\n`,
)
