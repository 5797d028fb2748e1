import type { CDPSession, Locator, Page, Request } from 'playwright-core'
import { type Film, FRAME_MS } from './film.ts'
import type { Look } from './pointer.ts'

interface Point {
  x: number
  y: number
}

export type Target = Point | Locator

const PRESS_MS = 150
const MAX_WAIT_MS = 180_000
const KEY_MS = 650
const LETTER_MS = 100

/** From rest to rest without a jerk: the curve of a hand. `time` and result: 0 to 1. */
const ease = (time: number) => time ** 3 * (10 - 15 * time + 6 * time ** 2)

const durationMs = (distancePx: number) => 250 + 28 * Math.sqrt(distancePx)

async function pointOf(target: Target): Promise<Point> {
  if ('x' in target) return target
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not shown`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/**
 * A calm hand on mouse and keyboard. It moves by a frame, has the picture taken, and moves on: however slow the machine is,
 * a film runs evenly.
 */
export class Hand {
  readonly #page: Page
  readonly #cdp: CDPSession
  readonly #film: Film
  /** What the window waits for. */
  readonly #requests = new Set<Request>()
  /** Outside of the window until it starts. */
  #look: Look = { x: -100, y: -100, isDown: false, keys: '', cargo: '' }
  /** The path of the file that is dragged; empty without. */
  #file = ''

  constructor(page: Page, cdp: CDPSession, film: Film) {
    this.#page = page
    this.#cdp = cdp
    this.#film = film
    page.on('request', (request) => {
      // The stream of events never ends.
      if (!request.url().includes('/v1/events')) this.#requests.add(request)
    })
    page.on('requestfinished', (request) => this.#requests.delete(request))
    page.on('requestfailed', (request) => this.#requests.delete(request))
  }

  /** Where the pointer is when the film begins. */
  async startAt(target: Target): Promise<void> {
    await this.#go(await pointOf(target))
  }

  /** Waits without filming until all that was asked for is there, and the window looks the same for this long. */
  async untilStill(ms = 1500): Promise<void> {
    const startMs = performance.now()
    let [last, sinceMs] = [await this.#shoot(), startMs]
    while (performance.now() - sinceMs < ms) {
      if (performance.now() - startMs > MAX_WAIT_MS) {
        const asked = [...this.#requests].map((request) => request.url())
        throw new Error(`the window is not still after ${MAX_WAIT_MS / 1000} s; it waits for ${asked.join(', ')}`)
      }
      const now = await this.#shoot()
      if (!now.equals(last) || this.#requests.size > 0) [last, sinceMs] = [now, performance.now()]
    }
  }

  /** Nothing is done for this long. */
  async rest(ms: number): Promise<void> {
    for (let elapsedMs = 0; elapsedMs < ms; elapsedMs += FRAME_MS) await this.#take()
  }

  async moveTo(target: Target): Promise<void> {
    const [from, to] = [{ x: this.#look.x, y: this.#look.y }, await pointOf(target)]
    const [x, y] = [to.x - from.x, to.y - from.y]
    const distancePx = Math.hypot(x, y)
    const frames = Math.round(durationMs(distancePx) / FRAME_MS)
    // What is held goes straight; a free hand swings a little.
    const bow = this.#look.isDown ? 0 : Math.min(0.06, 30 / distancePx)
    for (let frame = 1; frame <= frames; frame++) {
      const share = ease(frame / frames)
      const aside = bow * Math.sin(Math.PI * share)
      await this.#go({ x: from.x + share * x + aside * y, y: from.y + share * y - aside * x })
      await this.#take()
    }
  }

  /** Turns the wheel: what is under the pointer scrolls down. */
  async scroll(px: number): Promise<void> {
    const frames = Math.round(durationMs(px) / FRAME_MS)
    for (let frame = 1, at = 0; frame <= frames; frame++) {
      const next = px * ease(frame / frames)
      await this.#page.mouse.wheel(0, next - at)
      at = next
      await this.#take()
    }
  }

  async click(target: Target, { count = 1 } = {}): Promise<void> {
    await this.moveTo(target)
    await this.rest(PRESS_MS)
    for (let click = 1; click <= count; click++) {
      await this.#press(click)
      await this.rest(2 * FRAME_MS)
      await this.#release(click)
      await this.#take()
    }
  }

  /** Presses at a place, passes by others, and releases at the last one. */
  async drag(from: Target, ...to: readonly Target[]): Promise<void> {
    await this.moveTo(from)
    await this.rest(PRESS_MS)
    await this.#press()
    await this.rest(PRESS_MS)
    for (const place of to) {
      await this.moveTo(place)
      await this.rest(2 * PRESS_MS)
    }
    await this.#release()
    await this.rest(PRESS_MS)
  }

  /** Drags a file from beside the window to a place in it. */
  async dropFile(path: string, picture: string, { from, to }: { from: Point; to: Target }): Promise<void> {
    this.#look = { ...this.#look, ...from, cargo: picture, isDown: true }
    this.#file = path
    await this.#dragFile('dragEnter')
    await this.moveTo(to)
    await this.rest(2 * PRESS_MS)
    await this.#dragFile('drop')
    this.#file = ''
    this.#look = { ...this.#look, cargo: '', isDown: false }
    await this.#go(this.#look)
    await this.#take()
  }

  /** Keys as Playwright knows them, shown as they are written on keyboards. */
  async key(keys: string): Promise<void> {
    const words: Record<string, string> = { Control: 'Ctrl', Escape: 'Esc' }
    this.#look.keys = keys
      .split('+')
      .map((key) => words[key] ?? (key.length === 1 ? key.toUpperCase() : key))
      .join(' + ')
    await this.rest(PRESS_MS)
    await this.#page.keyboard.press(keys)
    await this.rest(KEY_MS)
    this.#look.keys = ''
    await this.#take()
  }

  async type(text: string): Promise<void> {
    for (const letter of text) {
      await this.#page.keyboard.type(letter)
      await this.rest(LETTER_MS)
    }
  }

  async #go({ x, y }: Point): Promise<void> {
    this.#look = { ...this.#look, x, y }
    if (this.#file !== '') await this.#dragFile('dragOver')
    else await this.#page.mouse.move(x, y)
  }

  async #press(clickCount = 1): Promise<void> {
    this.#look.isDown = true
    await this.#page.mouse.down({ clickCount })
  }

  async #release(clickCount = 1): Promise<void> {
    this.#look.isDown = false
    await this.#page.mouse.up({ clickCount })
  }

  async #dragFile(type: 'dragEnter' | 'dragOver' | 'drop'): Promise<void> {
    const data = { items: [], files: [this.#file], dragOperationsMask: 1 }
    await this.#cdp.send('Input.dispatchDragEvent', { type, x: this.#look.x, y: this.#look.y, data })
  }

  async #take(): Promise<void> {
    this.#film.add(await this.#shoot())
  }

  async #shoot(): Promise<Buffer> {
    await this.#page.evaluate((look) => globalThis.lookOfPointer?.(look), this.#look)
    const { data } = await this.#cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
    return Buffer.from(data, 'base64')
  }
}
