import type { Load } from '@pictable/renderer/browser'
import type { Engine } from '#dashboard/screens/editor/engine/engine.ts'

/** A browser has six connections to the server: the canvas and what is saved need some of them. */
const MAX_LOADING = 4

/** Loads few files at the same time, the others in the order in which they were asked for. */
export function fewAtOnce(load: Load, limit: number): Load {
  const waiting: (() => void)[] = []
  let places = limit
  return async (src, options) => {
    if (places > 0) places--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await load(src, options)
    } finally {
      // Its place is for the next one.
      const next = waiting.shift()
      if (next) next()
      else places++
    }
  }
}

const loads = new WeakMap<Engine, Load>()

/** For tiles. What was loaded is kept with it, also while the sheet is closed. */
export function loadFew(engine: Engine): Load {
  const load = loads.get(engine) ?? fewAtOnce(engine.load, MAX_LOADING)
  loads.set(engine, load)
  return load
}
