import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { z } from 'zod'

const red = { r: 220, g: 30, b: 30 }
const blue = { r: 30, g: 60, b: 220 }
const widthPx = 120
const halfPx = 60

/** Pixels whose upper half is red and whose lower half is blue. */
function halves(channels: 3 | 4 = 3): Buffer {
  const rows = Array.from({ length: 2 * halfPx }, (_, y) => (y < halfPx ? red : blue))
  return Buffer.from(
    rows.flatMap(({ r, g, b }) => Array.from({ length: widthPx }, () => [r, g, b, 255].slice(0, channels)).flat()),
  )
}

const picture = () => sharp(halves(), { raw: { width: widthPx, height: 2 * halfPx, channels: 3 } })

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A whole PNG of 20,000 x 20,000 black pixels in 50 kB. */
function pngBomb(): Buffer {
  const sidePx = 20_000
  const head = Buffer.alloc(13)
  head.writeUInt32BE(sidePx, 0)
  head.writeUInt32BE(sidePx, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + sidePx / 8) * sidePx))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))])
}

/** A JPEG whose head claims 20,000 x 20,000 pixels. */
function jpegBomb(jpeg: Buffer): Buffer {
  const bomb = Buffer.from(jpeg)
  const frame = bomb.indexOf(Buffer.from([0xff, 0xc0]))
  bomb.writeUInt16BE(20_000, frame + 5)
  bomb.writeUInt16BE(20_000, frame + 7)
  return bomb
}

/** Red above blue, with something more. */
function drawing(more = ''): Buffer {
  const shapes = '<rect width="9" height="5" fill="#dc1e1e"/><rect y="5" width="9" height="5" fill="#1e3cdc"/>'
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 10">${shapes}${more}</svg>`)
}

/** A billion shapes by reference. */
const copies = Array.from({ length: 30 }, (_, n) => {
  return `<g id="g${n}"><use href="#g${n - 1}"/><use href="#g${n - 1}"/><rect width="1" height="1"/></g>`
}).join('')

/** Red above blue first, then nothing but blue. */
function animation(): Promise<Buffer> {
  const second = Buffer.from(Array.from({ length: widthPx * 2 * halfPx }, () => [30, 60, 220, 255]).flat())
  const frames = Buffer.concat([halves(4), second])
  const raw = { width: widthPx, height: 4 * halfPx, channels: 4 as const, pageHeight: 2 * halfPx }
  return sharp(frames, { raw })
    .gif({ delay: [100, 100] })
    .toBuffer()
}

/** Pictures as they come: whole ones are red above blue, whatever their form. */
export async function makePictures() {
  const jpeg = await picture().jpeg().toBuffer()
  const png = await picture().png().toBuffer()
  const bomb = pngBomb()
  // Stored lying on its side: red left, blue right, to be turned clockwise.
  const lying = await sharp(await picture().rotate(270).png().toBuffer())
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return {
    jpeg,
    png,
    bomb,
    files: {
      '/good.jpg': jpeg,
      '/a-png-named.jpg': png,
      '/animated.gif': await animation(),
      '/turned-by-exif.jpg': lying,
      '/cmyk.jpg': await picture().toColourspace('cmyk').jpeg().toBuffer(),
      '/16-bit.png': await picture().toColourspace('rgb16').png().toBuffer(),
      '/empty.jpg': Buffer.alloc(0),
      '/truncated.jpg': jpeg.subarray(0, jpeg.length / 2),
      '/truncated.png': png.subarray(0, png.length - 20),
      '/a-page-named.jpg': Buffer.from('<!DOCTYPE html><html><body>Please log in</body></html>'),
      '/400-megapixels.png': bomb,
      '/claims-400-megapixels.jpg': jpegBomb(jpeg),
      '/drawing.svg': drawing(),
      '/script.svg': drawing('<script>alert(1)</script>'),
      '/local-file.svg': drawing('<image width="9" height="9" href="file:///etc/passwd"/>'),
      '/elsewhere.svg': drawing('<image width="9" height="9" href="http://169.254.169.254/latest/meta-data/"/>'),
      '/entities.svg': Buffer.concat([Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]>'), drawing()]),
      '/copies-of-copies.svg': drawing(copies),
      '/bomb-inside.svg': drawing(`<image href="data:image/png;base64,${bomb.toString('base64')}"/>`),
      '/cut-short.svg': drawing().subarray(0, -6),
      '/noise.jpg': Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)),
    } satisfies Record<`/${string}`, Buffer>,
  }
}

export interface PictureHost {
  port: number
  close(): Promise<unknown>
}

/** Serves the files on every address of loopback, each as a JPEG, whatever it is. */
export async function hostPictures(files: Readonly<Record<string, Buffer>>): Promise<PictureHost> {
  const thread = new Worker(new URL('picture-host.ts', import.meta.url), { workerData: files })
  const [port] = await once(thread, 'message')
  return { port: z.number().parse(port), close: () => thread.terminate() }
}
