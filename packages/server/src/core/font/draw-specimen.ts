import type { RenderedFile } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import type { Font } from './font.ts'

function specimenOf({ family, weight, style, facts }: Font, text: string): TemplateDesign {
  const box = { x: 60, width: 1080 }
  const words = { type: 'text' as const, markup: false, fill: '#111827' }
  const slant = style === 'italic' ? ' italic' : ''
  const axis = facts.axes.find(({ tag }) => tag === 'wght')
  const weights = axis ? `${Math.round(axis.min)}-${Math.round(axis.max)}` : `${weight}`
  return {
    schema: 1,
    name: family,
    width: 1200,
    height: 360,
    background: '#ffffff',
    layers: [
      {
        ...words,
        ...box,
        name: 'Name',
        y: 40,
        height: 50,
        fontSize: 32,
        text: `${family} ${weights}${slant}`,
        fill: '#6b7280',
      },
      {
        ...words,
        ...box,
        name: 'Words',
        y: 110,
        height: 210,
        fontSize: 110,
        verticalAlign: 'middle',
        text,
        fontFamily: family,
        fontWeight: weight,
        fontStyle: style,
      },
    ],
  }
}

/** A picture of words set in the font, its own unless told. `bytes`: the file, where it is at hand. @throws RecordError */
export async function drawSpecimen(
  { renderer }: Pick<World, 'renderer'>,
  font: Font,
  { text = font.facts.sample, bytes }: { text?: string | undefined; bytes?: Uint8Array },
): Promise<RenderedFile | undefined> {
  const { files } = await renderer.render({
    version: { templateId: null, version: null, design: specimenOf(font, text) },
    values: {},
    modifications: [],
    output: { formats: ['png'] },
    fonts: [font],
    ...(bytes !== undefined && { load: async () => bytes }),
  })
  return files[0]
}
