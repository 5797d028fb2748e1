/** An element of XML, as far as records need it. */
export interface XmlElement {
  /** Of its namespace. */
  uri: string
  prefix: string
  local: string
  attributes: readonly (readonly [name: string, value: string])[]
  text: string
  children: XmlElement[]
}

const google = 'http://base.google.com/ns/1.0'
const atom = 'http://www.w3.org/2005/Atom'

type Value = string | Record<string, unknown> | Value[]

const attributeOf = ({ attributes }: XmlElement, name: string) => attributes.find(([each]) => each === name)?.[1]

/** How fields and members name an element: with its prefix only where it comes from elsewhere. */
function nameOf(element: XmlElement, recordUri: string): string {
  const { uri, prefix, local } = element
  const isOwn = uri === '' || uri === recordUri || uri === google || prefix === ''
  const name = isOwn ? local : `${prefix}:${local}`
  const rel = uri === atom && local === 'link' ? (attributeOf(element, 'rel') ?? 'alternate') : 'alternate'
  return rel === 'alternate' ? name : `${name}_${rel}`
}

/** An element such as `<enclosure url="…"/>` is what it links to. */
const linkIn = (element: XmlElement) => attributeOf(element, 'href') ?? attributeOf(element, 'url') ?? ''

/** Adds a value; what is repeated becomes a list. */
function add(values: Map<string, Value[]>, name: string, value: Value): void {
  values.set(name, [...(values.get(name) ?? []), value])
}

function objectOf(values: ReadonlyMap<string, Value[]>): Record<string, Value> {
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? '') : list]))
}

function textOrObject(element: XmlElement, recordUri: string): Value {
  const text = element.text.trim()
  if (element.children.length === 0) return text === '' ? linkIn(element) : text
  const members = new Map<string, Value[]>()
  for (const [name, value] of element.attributes) add(members, `@${name}`, value)
  for (const child of element.children) add(members, nameOf(child, recordUri), textOrObject(child, recordUri))
  if (text !== '') add(members, 'text', text)
  return objectOf(members)
}

/**
 * The fields of a record: `name` for a child, `@name` for an attribute of the record, `child@name` for one of a child
 * that is a single value. A child of the namespace of Google replaces one of the same name without it.
 */
export function valuesOf(record: XmlElement): Record<string, unknown> {
  const values = new Map<string, Value[]>()
  for (const [name, value] of record.attributes) add(values, `@${name}`, value)
  const ofGoogle = new Set(record.children.flatMap(({ uri, local }) => (uri === google ? [local] : [])))
  for (const child of record.children) {
    const name = nameOf(child, record.uri)
    if (child.uri !== google && ofGoogle.has(name)) continue
    add(values, name, textOrObject(child, record.uri))
    if (child.children.length > 0) continue
    for (const [attribute, value] of child.attributes) add(values, `${name}@${attribute}`, value)
  }
  const text = record.text.trim()
  if (text !== '') add(values, 'text', text)
  return objectOf(values)
}
