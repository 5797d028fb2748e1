import type { Modification } from '#core/ports/renderer.ts'

/** A modification of the images of one record: of every output whose template has the layer, or of the named one alone. */
export type RecordModification = Modification & { output?: string | undefined }

/** What is changed in the images of one record of an action, whatever its fields hold. */
export interface RecordException {
  actionId: string
  recordId: string
  /** What people knew the record by when it was saved; '' when it had no image. */
  label: string
  modifications: readonly RecordModification[]
  createdAt: Date
  updatedAt: Date
}
