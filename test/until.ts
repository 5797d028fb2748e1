/** What is waited for comes late on a machine under load: only what never comes is a failure, as for `expect.poll()`. */
const WITHIN_MS = 60_000

type Nothing = null | undefined | false

interface Options {
  withinMs?: number
  everyMs?: number
}

/** Looks again and again, at least twice, until something is found. Also outside of a test. @throws Error that says what does not come */
export async function until<Found>(
  what: string | (() => string),
  look: () => Found | Nothing | Promise<Found | Nothing>,
  { withinMs = WITHIN_MS, everyMs = 20 }: Options = {},
): Promise<Found> {
  const endsAtMs = performance.now() + withinMs
  for (let looks = 1; ; looks++) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    if (looks > 1 && performance.now() > endsAtMs)
      throw new Error(`waited for ${withinMs / 1000} s in vain: ${typeof what === 'string' ? what : what()}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
