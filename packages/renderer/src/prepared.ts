import type { FilledLayer } from './fill.ts'
import type { FontBook } from './fonts/font-book.ts'
import type { Load, Prepared } from './job.ts'
import type { Drawable } from './layer-kind.ts'
import type { PixelCache } from './pictures/pixel-cache.ts'
import type { BakeCache } from './steps/bake-cache.ts'
import type { Typesetter } from './text/types.ts'

/** The fonts of a template and what measures with them. */
export interface Lettering {
  readonly fonts: FontBook
  readonly measurer: Typesetter
}

/** A template with what its renders have in common. */
export interface PreparedTemplate extends Prepared {
  /** The fonts of the renderer and those of the template, which are loaded by the first render. */
  lettering(load: Load, signal: AbortSignal): Promise<Lettering>
  /** Decoded pictures that no value can change. */
  readonly pixels: PixelCache
  /** Measured layers that no value can change. */
  readonly drawables: WeakMap<FilledLayer, Drawable>
  /** Parts of pages that no value can change, drawn. */
  readonly bakes: BakeCache
}
