import sharp from 'sharp'

/** Differences that rounding on another processor can make, per cell, of 255. */
const BRIGHTNESS_TOLERANCE = 6
const COLOR_TOLERANCE = 4

/** What a picture looks like from afar, as text: the brightness of 32 x 32 cells and the colour of 8 x 8 cells. */
export async function pictureHash(bytes: Uint8Array): Promise<string> {
  const picture = sharp(bytes).flatten({ background: '#ff00ff' })
  const brightness = await picture.clone().resize(32, 32, { fit: 'fill' }).greyscale().raw().toBuffer()
  const color = await picture.clone().resize(8, 8, { fit: 'fill' }).raw().toBuffer()
  return `${brightness.toString('base64')} ${color.toString('base64')}`
}

/** Whether two hashes are of pictures that look the same. */
export function looksSame(one: string, other: string): boolean {
  const [brightness = '', color = ''] = one.split(' ')
  const [otherBrightness = '', otherColor = ''] = other.split(' ')
  return isNear(brightness, otherBrightness, BRIGHTNESS_TOLERANCE) && isNear(color, otherColor, COLOR_TOLERANCE)
}

function isNear(one: string, other: string, tolerance: number): boolean {
  const [bytes, others] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')]
  return (
    bytes.length > 0 &&
    bytes.length === others.length &&
    bytes.every((byte, at) => Math.abs(byte - (others[at] ?? 0)) <= tolerance)
  )
}
