import type { InvalidValueRule } from '@pictable/model/table'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { isStaleError } from '#dashboard/api/error-words.ts'
import { type DraftFields, type DraftViews, isFieldKind, type TableJson } from './grid/table.ts'

/** The fields of a table as a request names them. */
export function draftFields({ fields }: TableJson): DraftFields {
  return fields.map(({ kind, ...field }) => ({ ...field, kind: isFieldKind(kind) ? kind : 'text' }))
}

export interface TableChange {
  name?: string
  fields?: DraftFields
  views?: DraftViews
  misfits?: InvalidValueRule
}

/**
 * Changes a table as it was looked at. When somebody else was faster, `isStale` holds: the table is read again, and
 * the same change can be sent on top of it. A form says itself what went wrong; else a toast does.
 */
export function useTableChange(
  table: TableJson,
  onDone: (changed: TableJson) => void,
  { isForm = true }: { isForm?: boolean } = {},
) {
  const queries = useQueryClient()
  const params = { id: table.id }
  const refresh = () =>
    Promise.all(
      [api.tables.get, api.tables.list, api.tables.rows, api.tables.countRows, api.tables.row].map(({ key }) =>
        queries.invalidateQueries({ queryKey: key }),
      ),
    )
  const save = useMutation({
    ...api.tables.update.mutation(),
    meta: { form: isForm },
    onSuccess: async (changed) => {
      queries.setQueryData(api.tables.get.query({ params }).queryKey, changed)
      await refresh()
      onDone(changed)
    },
    onError: refresh,
  })
  return {
    save: ({ misfits = 'refuse', ...body }: TableChange) =>
      save.mutate({ params, query: { misfits }, body, ifMatch: `"r${table.revision}"` }),
    isSaving: save.isPending,
    isStale: isStaleError(save.error),
    error: save.error,
  }
}
