import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

/** The photo of a record, in one of its places. */
export type PhotoOf = (index: number, place?: number) => Buffer

const subjects = ['bag', 'bottle', 'chair', 'lamp', 'mug', 'sneaker', 'teapot', 'vase'] as const

/** The photos as they are (1200 x 1200), and with 3 million pixels and the noise of a camera. */
export async function readPhotos(): Promise<{ small: Buffer[]; large: Buffer[] }> {
  const small = await Promise.all(subjects.map((name) => readFile(`examples/photos/${name}.jpg`)))
  const raw = { width: 500, height: 500, channels: 3 } as const
  const grain = await sharp({
    create: {
      ...raw,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 10 },
    },
  })
    .raw()
    .toBuffer()
  const large = await Promise.all(
    small.slice(0, 4).map((photo) =>
      sharp(photo)
        .resize(2000, 1500)
        .composite([{ input: grain, raw, tile: true, blend: 'soft-light' }])
        .jpeg({ quality: 88 })
        .toBuffer(),
    ),
  )
  return { small, large }
}

function pick(photos: readonly Buffer[], index: number): Buffer {
  const found = photos[index % photos.length]
  if (found === undefined) throw new Error('there is nothing to pick from')
  return found
}

/** A comment behind the first marker, which decoders skip. */
function commented(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(text)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}

/** No two records and places show the same file, though few look different. */
export function withOwn(photos: readonly Buffer[]): PhotoOf {
  return (index, place = 0) => commented(pick(photos, index + place), `${index} ${place}`)
}

/** All records show the same file in the same place. */
export function sameFor(photos: readonly Buffer[]): PhotoOf {
  return (_index, place = 0) => pick(photos, place)
}
