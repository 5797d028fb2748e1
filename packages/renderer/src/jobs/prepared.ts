import type { BakeCache } from '#renderer/caches/bake-cache.ts'
import type { PixelCache } from '#renderer/caches/pixel-cache.ts'
import type { Pixels, Surface } from '#renderer/canvas/canvas.ts'
import type { Face, FileFace } from '#renderer/fonts/face.ts'
import type { FontBook } from '#renderer/fonts/font-book.ts'
import type { FilledLayer } from '#renderer/model/filled-layer.ts'
import type { Drawable, Pictures } from '#renderer/model/layer-kind.ts'
import type { Tolerance } from '#renderer/model/tolerance.ts'
import type { DrawnSize } from '#renderer/pictures/drawn-size.ts'
import type { RecentPictures } from '#renderer/pictures/recent-pictures.ts'
import type { Typesetter } from '#renderer/text/types.ts'
import type { Load, Prepared, RenderJob } from './job.ts'

/** The fonts of a template, and what measures and draws with them. */
export interface Lettering {
  readonly fonts: FontBook
  readonly measurer: Typesetter
  /** Measured layers that are the same for many jobs. */
  readonly drawables: WeakMap<FilledLayer, readonly KeptDrawable[]>
  /** Of fonts that could not be loaded, by family: why. Another font takes their place. */
  readonly missing?: ReadonlyMap<string, string>
  /** An empty surface. */
  createSurface(widthPx: number, heightPx: number): Surface
}

/** A measured layer, and what else it was measured with. */
export interface KeptDrawable {
  readonly drawable: Drawable
  readonly pictures: Pictures
  /** Of the layers inside. */
  readonly children: readonly (Drawable | undefined)[]
}

/** All that making a picture asks of where it is made: on Node, or on a page in a browser. */
export interface Platform {
  /** The fonts that every template may use. */
  readonly faces: readonly Face[]
  letter(faces: readonly Face[]): Lettering
  /** Looks at the font of a template before it is used. Throws a RenderError that names the family. */
  vet(face: FileFace): void
  /** Decodes a picture at the size at which it is drawn. Throws a RenderError that goes on after "the image in layer …". */
  decode(bytes: Uint8Array, size: DrawnSize): Promise<Pixels>
  readBase64(text: string): Uint8Array
  /** What was decoded for earlier records. */
  readonly recent?: RecentPictures
  /**
   * The same record is drawn again and again, with a design that changes: its pictures and measured layers are kept like
   * those that no value can change, and pictures of one loader are kept for all templates.
   */
  readonly drawsAgain: boolean
}

/** A template with what its renders have in common. */
export interface PreparedTemplate extends Prepared {
  readonly platform: Platform
  /** The fonts of the renderer and those of the template, which are loaded by the first render. */
  lettering(started: Pick<Started, 'load' | 'signal' | 'tolerance'>): Promise<Lettering>
  /** Parts of pages that no value can change, drawn. */
  readonly bakes: BakeCache
}

/** A job with its template made ready. */
export interface Started {
  readonly job: RenderJob
  readonly prepared: PreparedTemplate
  readonly load: Load
  /** Decoded pictures, kept between jobs. */
  readonly pixels: PixelCache
  /** Absent for a PDF: whether its pages share a picture must not depend on what was drawn before. */
  readonly recent?: RecentPictures | undefined
  /** Present where one bad layer does not end the job. */
  readonly tolerance?: Tolerance | undefined
  readonly signal: AbortSignal
}
