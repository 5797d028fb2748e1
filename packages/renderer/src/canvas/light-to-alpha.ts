/** Replaces the alpha of straight RGBA by its luminance as in SVG masks, see-through parts counting as black. */
export function lightToAlpha(rgba: Uint8ClampedArray): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const light = 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0)
    rgba[at + 3] = (light * (rgba[at + 3] ?? 0)) / 255
  }
}
