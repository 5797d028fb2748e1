import type { Draft } from '#core/template/draft.ts'

/** A draft without its design, with the latest version of its template. */
export type WatchedDraft = Omit<Draft, 'change'> & { latestVersion: number }

export interface DraftData {
  get(templateId: string): Promise<Draft | null>
  /** The draft, created empty if there is none, and locked until the end of the transaction. */
  lock(templateId: string): Promise<Draft>
  update(draft: Draft): Promise<void>
  /** Reports a version that was saved by other means than its draft to those who edit. */
  touch(templateId: string): Promise<void>
  /** Those that changed last, latest first, without their designs. */
  latest(limit: number): Promise<WatchedDraft[]>
}
