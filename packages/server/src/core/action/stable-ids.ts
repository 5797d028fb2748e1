import type { ErrorDetail } from '#core/errors.ts'
import type { Source } from '#core/ports/source.ts'
import type { ActionDraft } from './action-draft.ts'

/** Where ids are the numbers of rows, removing the first row makes the last one look deleted. */
export const hasStableIds = ({ capabilities }: Source): boolean => capabilities.stableIds !== false

/** Refuses every mode but `keep` where the table cannot tell which record was deleted. */
export function checkDeletedMode(source: Source, { deletedRecords }: ActionDraft, errors: ErrorDetail[]): void {
  if (deletedRecords === undefined || deletedRecords === 'keep' || hasStableIds(source)) return
  const detail =
    'must be "keep": the rows of this table are known by their numbers, which change when a row is removed. Set a key field in the connection first.'
  errors.push({ pointer: '/deleted_records', detail })
}
