/** What becomes of the images of records that were deleted from their table. */
export const deletedRecordModes = ['keep', 'unpublish', 'delete'] as const

export type DeletedRecordMode = (typeof deletedRecordModes)[number]

/** Until the images of a deleted record are deleted, where they are. */
export const DELETE_AFTER_DAYS = { default: 30, min: 1, max: 3650 }
