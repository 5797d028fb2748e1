/** Sizes of pages by what they are for, in pixels; print at 300 dpi. */
export const PAGE_SIZES = [
  {
    use: 'social',
    sizes: [
      { name: 'square_post', width: 1080, height: 1080 },
      { name: 'portrait_post', width: 1080, height: 1350 },
      { name: 'link_preview', width: 1200, height: 630 },
      { name: 'wide_post', width: 1600, height: 900 },
      { name: 'pin', width: 1000, height: 1500 },
      { name: 'video_thumbnail', width: 1280, height: 720 },
    ],
  },
  { use: 'story', sizes: [{ name: 'story', width: 1080, height: 1920 }] },
  {
    use: 'ad',
    sizes: [
      { name: 'medium_rectangle', width: 300, height: 250 },
      { name: 'leaderboard', width: 728, height: 90 },
      { name: 'half_page', width: 300, height: 600 },
    ],
  },
  {
    use: 'print',
    sizes: [
      { name: 'a4', width: 2480, height: 3508 },
      { name: 'a5_landscape', width: 2480, height: 1748 },
      { name: 'letter', width: 2550, height: 3300 },
      { name: 'business_card', width: 1004, height: 650 },
    ],
  },
  { use: 'badge', sizes: [{ name: 'badge', width: 1240, height: 1748 }] },
] as const

export type SizeName = (typeof PAGE_SIZES)[number]['sizes'][number]['name']

export interface PageSize {
  readonly width: number
  readonly height: number
}

/** The known size that a page has, upright or across. */
export function sizeNameOf({ width, height }: PageSize): SizeName | undefined {
  const sizes = PAGE_SIZES.flatMap((group) => [...group.sizes])
  const same = sizes.find((size) => size.width === width && size.height === height)
  return (same ?? sizes.find((size) => size.width === height && size.height === width))?.name
}

export const MAX_SIDE_PX = 10_000

export function isPageSize({ width, height }: PageSize): boolean {
  return [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE_PX)
}

/** How far two shapes are apart: 0 when they are the same at any size. */
export function shapeDistance(one: PageSize, other: PageSize): number {
  return Math.abs(Math.log(one.width / one.height) - Math.log(other.width / other.height))
}

/** An empty page, or (`title`) one with a text that a record fills. */
export function blankDesign({ width, height }: PageSize, { title }: { title: boolean }) {
  const margin = Math.round(Math.min(width, height) * 0.1)
  const text = {
    type: 'text',
    name: 'Title',
    x: margin,
    y: margin,
    width: width - 2 * margin,
    height: height - 2 * margin,
    text: { bind: 'Title' },
    fontSize: Math.max(8, Math.round(Math.min(width, height) * 0.12)),
    fontWeight: 700,
    fill: '#17171c',
    verticalAlign: 'middle',
  }
  return { schema: 1, name: '', width, height, background: '#ffffff', layers: title ? [text] : [] }
}
