import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml'
import { attributeNames, elementNames, silentlyDropped } from './allowed.ts'
import { notWellFormed } from './read-source.ts'
import { quoted, refused, tooMuch } from './svg-error.ts'
import type { SvgElement } from './svg-tree.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const MAX_NAMESPACES = 200
const xlinkNamespace = 'http://www.w3.org/1999/xlink'

/** A drawing as read: only elements and attributes that are known, their values not looked at yet. */
export interface RawDrawing {
  readonly root: SvgElement
  /** The texts of its `<style>` elements. */
  readonly styles: readonly string[]
}

/** Reads well-formed text of bounded depth. Throws a RenderError. */
export function readTree(source: string): RawDrawing {
  const document = parse(source)
  const styles: string[] = []
  const top = document === null ? undefined : readElement(document, { namespaces: new Map([['', '']]), styles })
  if (top?.name !== 'svg') throw refused('is not an SVG: its outermost element is not <svg>; save it again as SVG')
  return { root: top, styles }
}

function parse(source: string): XmlElement | null {
  try {
    return parseXml(source).root
  } catch (error) {
    throw notWellFormed(error)
  }
}

interface Scope {
  readonly namespaces: ReadonlyMap<string, string>
  readonly styles: string[]
}

const forbidden = new Map([
  ['script', 'contains a script (<script>): remove it, or save the picture as PNG'],
  ['handler', 'contains a script (<handler>): remove it, or save the picture as PNG'],
  ['foreignObject', 'contains HTML (<foreignObject>): convert it to shapes, or save the picture as PNG'],
  ['feImage', 'uses another picture in a filter (<feImage>): flatten the effect, or save the picture as PNG'],
  ['font-face', 'contains a font (<font-face>): convert its text to outlines'],
])

function readElement(element: XmlElement, outer: Scope): SvgElement | undefined {
  const scope = { ...outer, namespaces: namespacesOf(element, outer.namespaces) }
  const { prefix, local } = split(element.name)
  const namespace = scope.namespaces.get(prefix)
  // Text that was pasted without its namespaces is an SVG all the same.
  if (namespace !== svgNamespace && (namespace !== '' || prefix !== '')) return undefined
  // Illustrator keeps its own copy of a drawing in one that every program leaves out.
  if (local === 'foreignObject' && element.attributes.requiredExtensions) return undefined
  const reason = forbidden.get(local)
  if (reason !== undefined) throw refused(`is an SVG that ${reason}`)
  if (local === 'style') {
    if (/^(text\/css)?$/i.test(element.attributes.type?.trim() ?? '')) scope.styles.push(element.text)
    return undefined
  }
  if (silentlyDropped.test(local) || !(elementNames.has(local) || local === 'a')) return undefined
  return {
    // A link is nothing but a group where nobody can click.
    name: local === 'a' ? 'g' : local,
    attributes: attributesOf(element, { local, namespaces: scope.namespaces }),
    children: childrenOf(element, scope),
  }
}

function namespacesOf({ attributes }: XmlElement, outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const declared = Object.entries(attributes).filter(([name]) => /^xmlns(:|$)/.test(name))
  if (declared.length === 0) return outer
  if (declared.length + outer.size > MAX_NAMESPACES)
    throw tooMuch('is an SVG with too many namespaces; save it again as plain SVG')
  return new Map([...outer, ...declared.map(([name, value]) => [name.slice(6), value.trim()] as const)])
}

function split(name: string): { prefix: string; local: string } {
  const colon = name.indexOf(':')
  return colon < 0 ? { prefix: '', local: name } : { prefix: name.slice(0, colon), local: name.slice(colon + 1) }
}

function attributesOf(
  { attributes }: XmlElement,
  { local: element, namespaces }: { local: string; namespaces: ReadonlyMap<string, string> },
): Map<string, string> {
  const kept = new Map<string, string>()
  for (const [name, value] of Object.entries(attributes)) {
    const { prefix, local } = split(name)
    if (prefix === '' && /^on/i.test(local)) {
      throw refused(`is an SVG with a script in <${element} ${local}=…>: remove it, or save the picture as PNG`)
    }
    const isLink =
      local === 'href' && (prefix === '' || namespaces.get(prefix) === xlinkNamespace || prefix === 'xlink')
    if (isLink && element !== 'a') {
      // The one without a prefix wins, as in SVG 2.
      if (prefix === '' || !kept.has('href')) kept.set('href', value.trim())
    } else if (name === 'xml:space' || (prefix === '' && attributeNames.has(local) && local !== 'href')) {
      kept.set(name, value)
    } else if (/^xml:base$/.test(name) && value.trim() !== '') {
      throw refused(`is an SVG with the base URL ${quoted(value)} (xml:base): remove it`)
    }
  }
  return kept
}

const withText = new Set(['text', 'tspan', 'textPath'])

function childrenOf(element: XmlElement, scope: Scope): (SvgElement | string)[] {
  const keepsText = withText.has(split(element.name).local)
  return element.children.flatMap((child): (SvgElement | string)[] => {
    if (child instanceof XmlElement) return [readElement(child, scope) ?? []].flat()
    return keepsText && child instanceof XmlText && child.text !== '' ? [child.text] : []
  })
}
