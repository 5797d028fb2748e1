import sharp from 'sharp'

/** Photos are square, in pixels. */
export const sidePx = 1200

/** Where things stand. */
export const floorY = 930

/** A colour between two `#rrggbb` colours. */
export function mix(from: string, to: string, share: number): string {
  const channel = (color: string, index: number) => Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16)
  const mixed = [0, 1, 2].map((index) => Math.round(channel(from, index) * (1 - share) + channel(to, index) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export const lighter = (color: string, share: number): string => mix(color, '#ffffff', share)
export const darker = (color: string, share: number): string => mix(color, '#0b0a12', share)

function stops(list: readonly (readonly [number, string, number?])[]): string {
  return list
    .map(([offset, color, opacity = 1]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`)
    .join('')
}

/** A gradient from one point of the bounding box to another. */
export function linear(
  id: string,
  direction: readonly [number, number, number, number],
  list: readonly (readonly [number, string, number?])[],
): string {
  const [x1, y1, x2, y2] = direction
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`
}

export function radial(
  id: string,
  circle: readonly [number, number, number],
  list: readonly (readonly [number, string, number?])[],
): string {
  const [cx, cy, r] = circle
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`
}

/** The light on something turned on a wheel: a soft window on the left, a thin rim on the right. */
export function turned(id: string, color: string): string {
  return linear(
    id,
    [0, 0, 1, 0],
    [
      [0, darker(color, 0.5)],
      [0.06, darker(color, 0.22)],
      [0.2, lighter(color, 0.22)],
      [0.29, lighter(color, 0.42)],
      [0.4, lighter(color, 0.14)],
      [0.62, darker(color, 0.1)],
      [0.86, darker(color, 0.45)],
      [0.95, darker(color, 0.55)],
      [1, darker(color, 0.2)],
    ],
  )
}

/** The light on a ball. */
export function ball(id: string, color: string): string {
  return radial(
    id,
    [0.34, 0.26, 0.82],
    [
      [0, lighter(color, 0.55)],
      [0.22, lighter(color, 0.22)],
      [0.5, color],
      [0.8, darker(color, 0.42)],
      [1, darker(color, 0.6)],
    ],
  )
}

/** A metal tube or plate. */
export function metal(id: string, color: string, direction: readonly [number, number, number, number] = [0, 0, 1, 0]) {
  return linear(id, direction, [
    [0, darker(color, 0.55)],
    [0.14, lighter(color, 0.25)],
    [0.26, lighter(color, 0.78)],
    [0.36, color],
    [0.58, darker(color, 0.4)],
    [0.74, darker(color, 0.1)],
    [0.88, lighter(color, 0.35)],
    [1, darker(color, 0.5)],
  ])
}

export interface Product {
  file: string
  /** Colour of the wall and the floor. */
  backdrop: string
  /** SVG definitions and drawing, in a frame of 1200 by 1200 standing on `floorY`. */
  defs: string
  art: string
  /** Middle and half width of everything that touches the floor. */
  stands: readonly { x: number; halfWidth: number }[]
}

function shadowOf({ x, halfWidth }: Product['stands'][number], backdrop: string): string {
  return `<ellipse cx="${x + 0.35 * halfWidth}" cy="${floorY + 12}" rx="${halfWidth * 1.25}" ry="34" fill="${darker(backdrop, 0.85)}" opacity="0.5" filter="url(#soft40)"/>
<ellipse cx="${x + 14}" cy="${floorY}" rx="${halfWidth * 1.02}" ry="13" fill="#06040c" opacity="0.62" filter="url(#contact)"/>`
}

function sceneOf({ backdrop, defs, art, stands }: Product): string {
  const wallTop = darker(backdrop, 0.14)
  const wallLight = lighter(backdrop, 0.42)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}" viewBox="0 0 1200 1200">
<defs>
${radial(
  'wall',
  [0.4, 0.34, 0.85],
  [
    [0, wallLight],
    [0.45, lighter(backdrop, 0.12)],
    [1, wallTop],
  ],
)}
${linear(
  'floor',
  [0, 0, 0, 1],
  [
    [0, lighter(backdrop, 0.2), 0],
    [0.22, lighter(backdrop, 0.3), 0.85],
    [0.55, lighter(backdrop, 0.1), 0.9],
    [1, darker(backdrop, 0.22), 1],
  ],
)}
${radial(
  'vignette',
  [0.48, 0.44, 0.85],
  [
    [0.3, '#05030a', 0],
    [0.6, '#05030a', 0.04],
    [0.8, '#05030a', 0.11],
    [1, '#05030a', 0.24],
  ],
)}
<filter id="soft6" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="6"/></filter>
<filter id="soft3" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="3"/></filter>
<filter id="soft14" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="14"/></filter>
<filter id="soft40" x="-80%" y="-200%" width="260%" height="500%"><feGaussianBlur stdDeviation="40 26"/></filter>
<filter id="contact" x="-50%" y="-300%" width="200%" height="700%"><feGaussianBlur stdDeviation="13 6"/></filter>
<filter id="mirrored" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="7 9"/></filter>
${linear(
  'fade',
  [0, 0, 0, 1],
  [
    [0, '#ffffff', 0.3],
    [1, '#ffffff', 0],
  ],
)}
<mask id="reflection"><rect x="0" y="${floorY}" width="1200" height="170" fill="url(#fade)"/></mask>
${defs}
</defs>
<rect width="1200" height="1200" fill="url(#wall)"/>
<rect y="720" width="1200" height="480" fill="url(#floor)"/>
<g mask="url(#reflection)"><g transform="translate(0 ${2 * floorY}) scale(1 -1)" filter="url(#mirrored)">${art}</g></g>
${stands.map((stand) => shadowOf(stand, backdrop)).join('')}
${art}
<rect width="1200" height="1200" fill="url(#vignette)"/>
</svg>`
}

/** The same grain every time, so that the same program makes the same photos. */
function grain(): Buffer {
  const pixels = Buffer.alloc(sidePx * sidePx * 4)
  let state = 0x2545f491
  for (let offset = 0; offset < pixels.length; offset += 4) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const value = state & 0x100 ? 255 : 0
    pixels.fill(value, offset, offset + 3)
    pixels[offset + 3] = (state & 0xff) / 22
  }
  return pixels
}

/** `photograph()` gives the JPEG of a product. */
export async function photograph(product: Product): Promise<Buffer> {
  return sharp(Buffer.from(sceneOf(product)))
    .composite([{ input: grain(), raw: { width: sidePx, height: sidePx, channels: 4 }, blend: 'over' }])
    .removeAlpha()
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}
