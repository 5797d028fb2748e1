/**
 * A copy of a canvas that is shown while only the view moves. Without a graphics card the browser copies a canvas that can be
 * drawn on in every frame in which anything moves (0.9 ms for 1080 x 1080 pixels), but never one that holds a bitmap.
 */
export class StillPicture {
  readonly canvas: HTMLCanvasElement
  readonly #source: HTMLCanvasElement
  #isShown = false

  get isShown(): boolean {
    return this.#isShown
  }

  constructor(source: HTMLCanvasElement, canvas: HTMLCanvasElement) {
    this.#source = source
    this.canvas = canvas
    canvas.hidden = true
  }

  show(): void {
    const { width, height } = this.#source
    if (this.#isShown || width === 0 || height === 0) return
    const copy = new OffscreenCanvas(width, height)
    copy.getContext('2d')?.drawImage(this.#source, 0, 0)
    Object.assign(this.canvas, { width, height })
    this.canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(copy.transferToImageBitmap())
    this.#swap(true)
  }

  /** Forgets the copy: it is as large as its source. */
  hide(): void {
    if (!this.#isShown) return
    this.canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(null)
    this.#swap(false)
  }

  #swap(isShown: boolean): void {
    this.#isShown = isShown
    this.canvas.hidden = !isShown
    this.#source.style.visibility = isShown ? 'hidden' : ''
  }
}
