import sharp from 'sharp'

const SIDE = 32
const KEPT = 8

/** The lowest frequencies of a picture's brightness, as bits: nearly the same for pictures that look the same. */
export async function perceptualHash(picture: Buffer): Promise<string> {
  const pixels = await sharp(picture).resize(SIDE, SIDE, { fit: 'fill' }).grayscale().raw().toBuffer()
  const wave = (frequency: number, at: number) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SIDE))
  const amplitudes: number[] = []
  for (let down = 0; down < KEPT; down++) {
    for (let across = 0; across < KEPT; across++) {
      let sum = 0
      for (const [at, value] of pixels.entries()) {
        sum += value * wave(across, at % SIDE) * wave(down, Math.floor(at / SIDE))
      }
      amplitudes.push(sum)
    }
  }
  // The first is the mean brightness, which says nothing of the picture.
  const others = amplitudes.slice(1)
  const median = others.toSorted((one, other) => one - other)[Math.floor(others.length / 2)] ?? 0
  return others.map((amplitude) => (amplitude > median ? '1' : '0')).join('')
}

/** Number of the 63 bits that differ. */
export function hashDistance(one: string, other: string): number {
  return [...one].filter((bit, at) => bit !== other[at]).length
}
