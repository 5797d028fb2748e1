import { fewAtOnce } from '#renderer/async/few-at-once.ts'
import { createBoundedCache } from '#renderer/caches/bounded-cache.ts'
import type { Pixels } from '#renderer/canvas/canvas.ts'

/** A picture in full size; large ones of which little is needed in a half of it, a quarter, and so on. */
export interface Opened {
  readonly picture: ImageBitmap
  /** Of its full size. */
  readonly scale: number
  readonly natural: NonNullable<Pixels['natural']>
}

/** Of pictures as they were opened: one of 16 MP, or some twenty of 3 MP. */
const MAX_OPENED_BYTES = 256_000_000

/** While it is opened, each takes its full size more than once. */
const MAX_OPENING = 2

/** Pictures that are kept open, by their bytes: while a layer is resized, each frame needs another size of the same one. */
export interface OpenedPictures {
  /** One that is open at this scale or a larger one. */
  get(bytes: Uint8Array, scale: number): Opened | undefined
  /** The same, opened if it is not: once, whatever number of frames asks for it. */
  open(bytes: Uint8Array, scale: number, work: () => Promise<Opened>): Promise<Opened>
}

export function createOpenedPictures(): OpenedPictures {
  const opened = createBoundedCache<Uint8Array, Opened>(
    MAX_OPENED_BYTES,
    ({ picture }) => picture.width * picture.height * 4,
  )
  const opening = new Map<Uint8Array, { scale: number; work: Promise<Opened> }>()
  const inTurn = fewAtOnce(MAX_OPENING)
  const get = (bytes: Uint8Array, scale: number) => {
    const known = opened.get(bytes)
    return known && known.scale >= scale ? known : undefined
  }
  return {
    get,
    async open(bytes, scale, work) {
      const known = get(bytes, scale)
      if (known) return known
      const begun = opening.get(bytes)
      if (begun && begun.scale >= scale) return begun.work
      const entry = { scale, work: inTurn(async () => get(bytes, scale) ?? (await work())) }
      opening.set(bytes, entry)
      try {
        const done = await entry.work
        // A larger one may have been quicker.
        if (!get(bytes, done.scale)) opened.set(bytes, done)
        return done
      } finally {
        if (opening.get(bytes) === entry) opening.delete(bytes)
      }
    },
  }
}
