import type { StarterPurpose } from '@pictable/model/starter'
import type { TemplateValue } from '@pictable/model/value'

/** A design to start from. */
export interface Starter {
  /** What addresses call it, such as `social-card`. */
  name: string
  /** For people. */
  title: string
  purpose: StarterPurpose
  /** To find it by, besides its title. */
  keywords: readonly string[]
  width: number
  height: number
  /** To be checked by whoever uses it. */
  design: unknown
}

/** The designs that come with Pictable. */
export interface Starters {
  /** In the order of the gallery. */
  all(): Promise<readonly Starter[]>
  /** A record that shows one of them at its best. */
  sample(name: string): Promise<Readonly<Record<string, TemplateValue>>>
  /** The bytes of a picture that a design or its sample names by a path. */
  picture(path: string): Promise<Uint8Array>
}
