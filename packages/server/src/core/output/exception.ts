import type { Modification } from '#core/ports/renderer.ts'

/** A modification of the images of one record: of every output whose template has the layer, or of the named one alone. */
export type RecordModification = Modification & { output?: string | undefined }

/** A layer that a modification changed in full when it was saved, in one output and template. */
export interface UsedLayer {
  layer: string
  /** Key of the output. */
  output: string
  templateId: string
}

/** What is changed in the images of one record of an action, whatever its fields hold. */
export interface RecordException {
  actionId: string
  recordId: string
  /** What people knew the record by when it was saved; '' when it had no image. */
  label: string
  modifications: readonly RecordModification[]
  /** By it, a layer that was lost is told from one that an output never had. */
  usedLayers: readonly UsedLayer[]
  createdAt: Date
  updatedAt: Date
}

/** What runs read of an exception. */
export type AppliedException = Pick<RecordException, 'modifications' | 'usedLayers'>
