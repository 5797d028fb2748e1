import { propertyNames } from './allowed.ts'
import { cleanValue } from './clean-value.ts'
import { attributeTransform } from './css-transform.ts'
import { expandFont } from './font-shorthand.ts'
import { type Declaration, readDeclarations, readStyleSheet } from './style-sheet.ts'
import { elementsIn, type SvgElement } from './svg-tree.ts'

/** Puts what CSS says of each element into its attributes, and leaves only values that are allowed. Throws a RenderError. */
export function resolveStyles(root: SvgElement, styles: readonly string[]): void {
  const sheet = readStyleSheet(styles)
  const resolve = (element: SvgElement, ancestors: readonly SvgElement[]): void => {
    const { attributes, name } = element
    const own = readDeclarations(attributes.get('style') ?? '')
    const declared = byImportance([...sheet.declarationsFor(element, ancestors), ...own]).flatMap(expanded)
    for (const child of elementsIn(element)) resolve(child, [element, ...ancestors])
    // Afterwards, because the rules for what is inside look at classes and ids.
    attributes.delete('style')
    attributes.delete('class')
    for (const { property, value } of declared) if (propertyNames.has(property)) attributes.set(property, value)
    const last = (name: string) => declared.findLast(({ property }) => property === name)?.value
    const transform = last('transform')
    if (transform !== undefined) attributes.set('transform', attributeTransform(transform, last('transform-origin')))
    for (const [key, value] of [...attributes]) {
      if (key === 'href') continue
      const clean = cleanValue(key, value, name)
      if (clean === undefined) attributes.delete(key)
      else attributes.set(key, clean)
    }
  }
  resolve(root, [])
}

function byImportance(declarations: readonly Declaration[]): Declaration[] {
  return declarations.toSorted((one, other) => Number(one.important) - Number(other.important))
}

/** Short forms as the properties that they set. */
function expanded(declaration: Declaration): Declaration[] {
  if (declaration.property === 'font') return expandFont(declaration)
  if (declaration.property !== 'marker') return [declaration]
  return ['marker-start', 'marker-mid', 'marker-end'].map((property) => ({ ...declaration, property }))
}
