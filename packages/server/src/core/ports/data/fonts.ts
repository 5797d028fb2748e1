import type { Font } from '#core/font/font.ts'
import type { Resources } from '#core/ports/data/resources.ts'

export interface FontData extends Resources<Font> {
  /** Oldest first. */
  all(): Promise<Font[]>
  find(face: Pick<Font, 'family' | 'weight' | 'style'>): Promise<Font | null>
  /** Another file for the font of this id; the one that it had is dropped. */
  replace(font: Font): Promise<void>
  /** Its file is dropped. @returns whether it was there */
  delete(id: string, at: Date): Promise<boolean>
  /** Names of templates whose published version, latest version or draft names the family; five at most. */
  usersOf(family: string): Promise<string[]>
}
