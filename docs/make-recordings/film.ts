import sharp from 'sharp'

/** Of one picture of the film: smooth enough for a hand, and half the bytes of a video. */
export const FRAME_MS = 50
const DISSOLVE_FRAMES = 2
const DISSOLVE_MS = 80

interface Frame {
  png: Buffer
  ms: number
}

/** The pictures between two others, so that the end of a film leads back to its beginning. */
async function dissolve(from: Buffer, to: Buffer): Promise<Frame[]> {
  const open = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [{ data: last, info: raw }, { data: first }] = await Promise.all([open(from), open(to)])
  const between = Array.from({ length: DISSOLVE_FRAMES }, (_, index) => {
    const share = (index + 1) / (DISSOLVE_FRAMES + 1)
    const mixed = last.map((value, at) => value + ((first[at] ?? value) - value) * share)
    return sharp(mixed, { raw }).png({ compressionLevel: 1 }).toBuffer()
  })
  return (await Promise.all(between)).map((png) => ({ png, ms: DISSOLVE_MS }))
}

/** Pictures of a window, one after the other. */
export class Film {
  readonly #frames: Frame[] = []

  add(png: Buffer, ms = FRAME_MS): void {
    const last = this.#frames.at(-1)
    if (last?.png.equals(png)) last.ms += ms
    else this.#frames.push({ png, ms })
  }

  get seconds(): number {
    return this.#frames.reduce((sum, { ms }) => sum + ms, 0) / 1000
  }

  async encode(): Promise<Buffer> {
    const [first, last] = [this.#frames[0], this.#frames.at(-1)]
    if (!first || !last) throw new Error('the film is empty')
    const frames = [...this.#frames, ...(await dissolve(last.png, first.png))]
    return sharp(
      frames.map(({ png }) => png),
      { join: { animated: true }, limitInputPixels: false },
    )
      .webp({ quality: 78, effort: 5, mixed: true, loop: 0, delay: frames.map(({ ms }) => ms) })
      .toBuffer()
  }
}
