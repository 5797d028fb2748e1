import type { TemplateLayer } from '@pictable/renderer/browser'
import * as v from 'valibot'

export interface Icon {
  readonly name: string
  /** What else it is found by, with commas in between. */
  readonly tags: string
  /** The elements inside of its `<svg>`. */
  readonly markup: string
}

const shape = v.array(v.tuple([v.string(), v.string(), v.string()]))

/** As the server has them. */
export async function loadIcons(signal: AbortSignal): Promise<readonly Icon[]> {
  const response = await fetch('/icons.json', { signal })
  if (!response.ok) throw new Error(`/icons.json returned ${response.status}`)
  return v.parse(shape, await response.json()).map(([name, tags, markup]) => ({ name, tags, markup }))
}

/** How well an icon fits a word: most by its name, then by a word of it, by the beginning of one; 0 not at all. */
function fitOf({ name, tags }: Icon, word: string): number {
  if (name === word) return 5
  if (name.split('-').includes(word)) return 4
  if (name.startsWith(word)) return 3
  if (name.includes(word)) return 2
  return tags.includes(word) ? 1 : 0
}

/** The icons that fit every word, the best ones first. */
export function searchIcons(icons: readonly Icon[], sought: string): readonly Icon[] {
  const words = sought
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== '')
  if (words.length === 0) return icons
  return icons
    .map((icon) => ({ icon, fits: words.map((word) => fitOf(icon, word)) }))
    .filter(({ fits }) => fits.every((fit) => fit > 0))
    .map(({ icon, fits }) => ({ icon, fit: fits.reduce((sum, fit) => sum + fit, 0) }))
    .toSorted((one, other) => other.fit - one.fit)
    .map(({ icon }) => icon)
}

/** `shopping-cart` as `Shopping cart`. */
export function titleOfIcon({ name }: Pick<Icon, 'name'>): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}

/** The side of an icon that is inserted, in pixels. */
export const ICON_PX = 96

/** What an icon is inserted as: its colour is a property of the layer. */
export function iconLayer(icon: Icon): Extract<TemplateLayer, { type: 'svg' }> {
  const look = 'fill="none" stroke="#17171c" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
  return {
    type: 'svg',
    name: titleOfIcon(icon),
    ...{ x: 0, y: 0, width: ICON_PX, height: ICON_PX },
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" ${look}>${icon.markup}</svg>`,
    stroke: '#17171c',
  }
}
