import type { Load } from '@pictable/renderer/browser'
import { fewAtOnce } from '@pictable/renderer/few-at-once'
import type { Engine } from '#dashboard/screens/editor/engine/engine.ts'

/** A browser has six connections to the server: the canvas and what is saved need some of them. */
const MAX_LOADING = 4

const loads = new WeakMap<Engine, Load>()

/** For tiles. What was loaded is kept with it, also while the sheet is closed. */
export function loadFew(engine: Engine): Load {
  const known = loads.get(engine)
  if (known) return known
  const inTurn = fewAtOnce(MAX_LOADING)
  const load: Load = (src, options) => inTurn(() => engine.load(src, options))
  loads.set(engine, load)
  return load
}
