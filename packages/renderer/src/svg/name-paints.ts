import { parseXml, XmlElement } from '@rgrove/parse-xml'

const NAMELESS = 'url(#)'

/**
 * resvg fits gradients and patterns to a text that they paint, but gives them no names, so that nobody finds them. They
 * get some here: it writes them in the order in which it comes by their uses.
 */
export function namePaints(markup: string): string {
  if (!markup.includes(`"${NAMELESS}"`)) return markup
  const { root } = parseXml(markup, { includeOffsets: true })
  if (!root) return markup
  const definitions = elementsIn(root).flatMap((child) => (child.name === 'defs' ? elementsIn(child) : []))
  const nameless = definitions.filter(({ attributes }) => attributes.id === '')
  const prefix = freePrefix(markup)
  const patches = usesIn(root, definitions).map(({ element, property }, at) => {
    return { element, from: `${property}="${NAMELESS}"`, to: `${property}="url(#${prefix}${at})"` }
  })
  if (patches.length !== nameless.length) return markup
  const names = nameless.map((element, at) => ({ element, from: 'id=""', to: `id="${prefix}${at}"` }))
  return patched(markup, [...patches, ...names])
}

interface Use {
  readonly element: XmlElement
  readonly property: 'fill' | 'stroke'
}

/** The uses of nameless definitions: those of an element, then those in what it refers to, then those of its children. */
function usesIn(root: XmlElement, definitions: readonly XmlElement[]): Use[] {
  const byId = Map.groupBy(definitions, ({ attributes }) => attributes.id ?? '')
  const nameless = (byId.get('') ?? []).values()
  const named = (reference = '') => byId.get(/^url\(#(.+)\)$/.exec(reference)?.[1] ?? NAMELESS)?.[0]
  const seen = new Set<XmlElement>()
  const uses: Use[] = []
  const visit = (element: XmlElement | undefined): void => {
    if (!element || element.name === 'defs' || seen.has(element)) return
    seen.add(element)
    const referred = (['fill', 'stroke'] as const).map((property) => {
      const value = element.attributes[property]
      if (value !== NAMELESS) return named(value)
      uses.push({ element, property })
      return nameless.next().value
    })
    for (const each of [named(element.attributes.mask), ...referred, ...elementsIn(element)]) visit(each)
  }
  visit(root)
  return uses
}

function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => child instanceof XmlElement)
}

function freePrefix(markup: string): string {
  let prefix = 'paint-'
  while (markup.includes(`"${prefix}`)) prefix += '-'
  return prefix
}

interface Patch {
  readonly element: XmlElement
  readonly from: string
  readonly to: string
}

/** Replaces attributes in the opening tags of elements. */
function patched(markup: string, patches: readonly Patch[]): string {
  const places = patches.map(({ element, from, to }) => ({ at: markup.indexOf(from, element.start), from, to }))
  let end = 0
  const pieces = places
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ at, from, to }) => {
      const before = markup.slice(end, at)
      end = at + from.length
      return [before, to]
    })
  return [...pieces, markup.slice(end)].join('')
}
