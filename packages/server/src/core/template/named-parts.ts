import { parseMarkup } from '@pictable/renderer/markup'
import { hasBraces } from '@pictable/renderer/template'
import { nearestNames } from '#core/nearest-name.ts'
import type { World } from '#core/ports/world.ts'
import type { TemplateDesign } from './template.ts'

export interface NamedParts {
  /** `nearest` is the known family that was perhaps meant by an unknown one. */
  fonts: { family: string; isKnown: boolean; nearest: string | null }[]
  /** `filename` is null where no asset has that id. */
  assets: { id: string; filename: string | null }[]
}

interface Found {
  families: Set<string>
  assetIds: Set<string>
}

/** An asset is a whole text, or one inside an expression. */
const assetPattern = /(?:^|["'])asset:(\w+)/g

const isFamily = (key: string) => /fontFamily$/i.test(key)

/** In place of the name of a property whose texts have marks. */
const MARKED = 'marked text'

/** Texts have marks unless they say otherwise, and cells of tables where they say so. */
function hasMarks(json: object, name: string): boolean {
  const markup: unknown = Reflect.get(json, 'markup')
  return (name === 'text' && markup !== false) || (name === 'rows' && markup === true)
}

/** The families that the marks of a text name; an expression may make another one of each record. */
function familiesInMarks(text: string): string[] {
  const named = text.includes('font=') ? parseMarkup(text).map(({ mark }) => mark.font) : []
  return named.filter((family) => family !== undefined).filter((family) => !hasBraces(family))
}

function lookInText(text: string, key: string, { families, assetIds }: Found): void {
  if (isFamily(key)) families.add(text)
  if (key === MARKED) for (const family of familiesInMarks(text)) families.add(family)
  for (const [, id = ''] of text.matchAll(assetPattern)) assetIds.add(id)
}

const isBound = (json: object) => 'bind' in json || 'expression' in json

/** What a part of `json` is, which itself is called `key`. */
function keyInside(json: object, key: string, name: string): string {
  if (Array.isArray(json)) return key
  if (isBound(json) && name !== 'fallback') return name
  // Rows may be objects, with cells of any name.
  if (key === MARKED || (isFamily(key) && isBound(json))) return key
  return hasMarks(json, name) ? MARKED : name
}

/** Families stand in properties of such names, wherever these are, and in marks; assets in any text. */
function look(json: unknown, key: string, found: Found): void {
  if (typeof json === 'string') {
    lookInText(json, key, found)
    return
  }
  if (typeof json !== 'object' || json === null) return
  for (const [name, part] of Object.entries(json)) look(part, keyInside(json, key, name), found)
}

/** The font families that layers of these designs can have. */
export async function knownFamilies(
  { data, renderer }: Pick<World, 'data' | 'renderer'>,
  designs: readonly TemplateDesign[],
): Promise<ReadonlySet<string>> {
  const fonts = [...(await data.fonts.all()), ...designs.flatMap((design) => design.fonts ?? [])]
  return new Set([...renderer.families, ...fonts.map(({ family }) => family)])
}

/** The font families that a property, or a part of one, names, wherever in its value; whether its texts have marks, the layer says. */
export function namedFamilies(key: string, value: unknown, layer: object = {}): string[] {
  const found: Found = { families: new Set(), assetIds: new Set() }
  const [property = ''] = key.split(/[.[]/, 1)
  look(value, hasMarks(layer, property) ? MARKED : key, found)
  return [...found.families]
}

/** The fonts and assets that a design and its values name, and whether they are there. */
export async function namedParts(
  world: Pick<World, 'data' | 'renderer'>,
  design: TemplateDesign,
  values: object,
): Promise<NamedParts> {
  const found: Found = { families: new Set(), assetIds: new Set() }
  look(design, '', found)
  look(values, '', found)
  const known = await knownFamilies(world, [design])
  const ids = [...found.assetIds]
  const filenames = await world.data.assets.filenames(ids)
  return {
    fonts: [...found.families].map((family) => {
      const isKnown = known.has(family)
      return { family, isKnown, nearest: isKnown ? null : (nearestNames(family, [...known], 1)[0] ?? null) }
    }),
    assets: ids.map((id) => ({ id, filename: filenames.get(id) ?? null })),
  }
}
