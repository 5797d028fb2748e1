const DEFAULT = { width: 300, height: 150 }

const length = (text: string | null) => {
  const value = /^\s*(\d+(?:\.\d+)?|\.\d+)(?:px)?\s*$/.exec(text ?? '')?.[1]
  return value === undefined ? undefined : Number(value)
}

/** The size that an SVG asks for, in pixels; without one, that of pages. */
export function svgSize(svg: string): { width: number; height: number } {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  const [, , boxWidth, boxHeight] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const ratio = boxWidth && boxHeight ? boxWidth / boxHeight : DEFAULT.width / DEFAULT.height
  const width = length(root.getAttribute('width'))
  const height = length(root.getAttribute('height'))
  if (width && height) return { width, height }
  if (width) return { width, height: width / ratio }
  if (height) return { width: height * ratio, height }
  return boxWidth && boxHeight ? { width: boxWidth, height: boxHeight } : DEFAULT
}
