import { scripts } from '@pictable/renderer/scripts'
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

/** Subsets that are no script. */
const signs: ReadonlySet<string> = new Set(['menu', 'math', 'symbols', 'symbols2', 'emoji', 'music'])

/** The scripts of subsets such as `latin-ext`; null where they name none. */
function scriptsOf(subsets: readonly string[]): readonly string[] | null {
  const found = subsets.flatMap((subset) => {
    const plain = subset.replace(/-ext$/, '')
    const known = scripts.filter((script) => script.subsets.includes(plain)).map(({ name }) => name)
    if (known.length > 0 || signs.has(plain)) return known
    return [plain.replaceAll(/(^|-)([a-z])/g, (_, gap, letter) => (gap && ' ') + letter.toUpperCase())]
  })
  return found.length > 0 ? [...new Set(found)] : null
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
    scripts: scriptsOf(subsets ?? []),
  }
}

/** The families in an answer. Throws for anything else. */
export const readFamilies = (body: Uint8Array): GoogleFamily[] =>
  readAnswer(listSchema, body).familyMetadataList.map(familyOf)
