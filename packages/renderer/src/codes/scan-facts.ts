import type { ScanFacts } from '#renderer/model/layer-kind.ts'
import { luminanceOf, readColor } from '#renderer/properties/color.ts'
import { isPicture, type Paint } from '#renderer/properties/paint.ts'
import { scanLimits } from './scan-limits.ts'

/** Between light and dark where neither is anything. */
const FLARE = 0.05

/** Of all the colours of a paint; undefined where what is behind it shows through, or a picture is seen. */
function luminancesOf(paint: Paint): readonly number[] | undefined {
  const colors = typeof paint === 'string' ? [paint] : isPicture(paint) ? [] : paint.stops.map(({ color }) => color)
  const read = colors.map(readColor).filter((color) => color?.[3] === 1)
  const found = read.flatMap((color) => (color ? [luminanceOf(color)] : []))
  return found.length > 0 && found.length === colors.length ? found : undefined
}

interface Looks extends Pick<ScanFacts, 'unitPx' | 'width' | 'height'>, Partial<Pick<ScanFacts, 'leastPx'>> {
  readonly dark: readonly Paint[]
  readonly light: Paint
}

/** What scanners need of a code. */
export function scanFacts({ dark, light, leastPx = scanLimits.unitPx, ...size }: Looks): ScanFacts {
  const [bright, inks] = [luminancesOf(light), dark.map(luminancesOf)]
  const known = inks.flatMap((each) => each ?? [])
  const isKnown = bright !== undefined && inks.every((each) => each !== undefined)
  const contrast = isKnown ? (Math.min(...bright) + FLARE) / (Math.max(...known) + FLARE) : undefined
  return { ...size, leastPx, contrast, hasPicture: [light, ...dark].some(isPicture) }
}
