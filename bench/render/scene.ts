/** What a workload shows of one record: the same list for every peer, which draws it in its own way. */
export interface Scene {
  readonly width: number
  readonly height: number
  readonly background: Fill
  readonly items: readonly Item[]
}

export type Item = Shape | Photo | Words

export type Fill = string | { readonly angle: number; readonly from: string; readonly to: string }

interface Box {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Shape extends Box {
  readonly kind: 'shape'
  readonly fill: Fill
  readonly radius?: number
}

/** Another one for each record. */
export interface Photo extends Box {
  readonly kind: 'photo'
  readonly jpeg: Buffer
  readonly radius?: number
}

export interface Words extends Box {
  readonly kind: 'words'
  readonly text: string
  readonly size: number
  readonly weight: 400 | 600 | 800
  readonly color: string
  readonly lineHeight?: number
  readonly align?: 'left' | 'center' | 'right'
  /** Another text for each record. */
  readonly varies?: boolean
}

export function photosOf(scene: Scene): Photo[] {
  return scene.items.filter((item) => item.kind === 'photo')
}

/** The share of the picture that is photographs, which decides how a PNG is compressed. */
export function photoShare(scene: Scene): number {
  const pixels = photosOf(scene).reduce((sum, { width, height }) => sum + width * height, 0)
  return pixels / (scene.width * scene.height)
}

export function cssFill(fill: Fill): string {
  return typeof fill === 'string' ? fill : `linear-gradient(${fill.angle}deg, ${fill.from}, ${fill.to})`
}
