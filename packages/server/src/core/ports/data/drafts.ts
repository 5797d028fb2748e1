import type { Draft } from '#core/template/draft.ts'

export interface DraftData {
  get(templateId: string): Promise<Draft | null>
  /** The draft, created empty if there is none, and locked until the end of the transaction. */
  lock(templateId: string): Promise<Draft>
  update(draft: Draft): Promise<void>
  /** Those that changed last, latest first, without their designs. */
  latest(limit: number): Promise<Omit<Draft, 'change'>[]>
}
