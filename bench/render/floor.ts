import { createRenderer, pictureKinds } from '@pictable/renderer'
import sharp from 'sharp'
import type { Format, Peer } from '#bench/render/peer.ts'
import { templateOf, valuesOf } from '#bench/render/pictable.ts'
import { type Photo, photoShare, photosOf, type Scene } from '#bench/render/scene.ts'

/** A finished frame of the workload: what the product would hand to its encoder. */
async function frameOf(scene: Scene): Promise<Buffer> {
  const photos = new Map(photosOf(scene).map(({ name, jpeg }) => [name, jpeg]))
  const { files } = await createRenderer().render({
    template: templateOf(scene),
    values: valuesOf(scene),
    load: async (src) => photos.get(src) ?? Buffer.alloc(0),
  })
  return sharp(files[0]?.bytes).removeAlpha().raw().toBuffer()
}

function encoderOf(format: Format) {
  const kind = pictureKinds.find(({ name }) => name === format)
  if (!kind) throw new Error(`there is no format ${format}`)
  return kind.encoder(kind.settings.parse({}))
}

function decode({ jpeg, width, height }: Photo): Promise<Buffer> {
  return sharp(jpeg).autoOrient().resize(width, height).raw().toBuffer()
}

/** The least that anyone has to do: decode what varies, hand over one raw frame, encode with the product's settings. */
export const floor: Peer = {
  async open({ sceneOf }) {
    const first = sceneOf(0)
    const { width, height } = first
    const frame = await frameOf(first)
    const raw = { width, height, channels: 3 } as const
    return {
      async paint(index, format) {
        await Promise.all(photosOf(sceneOf(index)).map(decode))
        return encoderOf(format)(sharp(frame, { raw }), photoShare(first)).toBuffer()
      },
    }
  },
}
