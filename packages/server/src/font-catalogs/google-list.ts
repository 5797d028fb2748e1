import { z } from 'zod'
import type { GoogleFamily } from '#core/ports/font-catalogs.ts'

const axisSchema = z.object({ tag: z.string(), min: z.number(), max: z.number(), defaultValue: z.number() })

/** What https://fonts.google.com/metadata/fonts answers. The keys of `fonts` are `400` and `400i`. */
const listSchema = z.object({
  familyMetadataList: z.array(
    z.object({
      family: z.string(),
      category: z.string(),
      fonts: z.record(z.string(), z.unknown()),
      axes: z.array(axisSchema),
      subsets: z.array(z.string()).optional(),
    }),
  ),
})

/** Answers begin with a line that keeps scripts of other sites from reading them. */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, body: Uint8Array): z.output<Schema> {
  return schema.parse(JSON.parse(new TextDecoder().decode(body).replace(/^\)\]\}'/, '')))
}

/** Subsets that are no script of the same name. Fonts for one language of East Asia have the signs that it shares. */
const subsetScripts: Readonly<Record<string, readonly string[]>> = {
  ...{ menu: [], math: [], symbols: [], symbols2: [], emoji: [], music: [] },
  ...{ vietnamese: ['Latin'], myanmar: ['Burmese'], japanese: ['Kana', 'Han'], korean: ['Hangul', 'Han'] },
  ...{
    'chinese-simplified': ['Kana', 'Han'],
    'chinese-traditional': ['Kana', 'Han'],
    'chinese-hongkong': ['Kana', 'Han'],
  },
}

/** The scripts of subsets such as `latin-ext`. */
function scriptsOf(subsets: readonly string[]): readonly string[] {
  const scripts = subsets.flatMap((subset) => {
    const name = subset.replace(/-ext$/, '')
    return (
      subsetScripts[name] ?? [name.replaceAll(/(^|-)([a-z])/g, (_, gap, letter) => (gap && ' ') + letter.toUpperCase())]
    )
  })
  return [...new Set(scripts)]
}

function familyOf({
  family,
  category,
  fonts,
  axes,
  subsets,
}: z.output<typeof listSchema>['familyMetadataList'][number]): GoogleFamily {
  const keys = Object.keys(fonts)
  return {
    family,
    category: category.toLowerCase(),
    weights: [...new Set(keys.map((key) => Number.parseInt(key, 10)))]
      .filter(Number.isFinite)
      .toSorted((a, b) => a - b),
    styles: keys.some((key) => key.endsWith('i')) ? ['normal', 'italic'] : ['normal'],
    axes: axes.map(({ tag, min, max, defaultValue }) => ({ tag, min, default: defaultValue, max })),
    scripts: subsets ? scriptsOf(subsets) : null,
  }
}

/** The families in an answer. Throws for anything else. */
export const readFamilies = (body: Uint8Array): GoogleFamily[] =>
  readAnswer(listSchema, body).familyMetadataList.map(familyOf)
