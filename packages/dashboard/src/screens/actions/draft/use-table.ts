import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { useSettled } from '#dashboard/ui/use-settled.ts'
import { type ActionDraft, type Place, placeBody, withoutEmpty } from './action-draft.ts'
import type { Body } from './types.ts'

function tableInput({ connection_id: id, base_id, table_id }: Place) {
  return { params: { id }, query: { base_id, table_id } }
}

export function useTableFields(place: Place) {
  return useQuery(api.connections.fields.query(tableInput(place)))
}

export function useTableViews(place: Place) {
  return useQuery(api.connections.views.query(tableInput(place)))
}

/** Only records are asked for: what fills the template and where it is written must not stand in the way. */
function recordsAsIf({ place, view, filter, mapping }: ActionDraft): Body {
  const empty = Object.fromEntries(Object.keys(mapping).map((name) => [name, { value: null }]))
  return { ...placeBody(place), view, filter: withoutEmpty(filter), mapping: empty, write_back: null }
}

export const sampleSize = 100

/** The first records that the action would take as it is drafted. */
export function useSample(actionId: string, draft: ActionDraft) {
  const change = useSettled(recordsAsIf(draft))
  return useQuery({
    ...api.actions.sample.query({ params: { id: actionId }, body: { limit: sampleSize, ...change } }),
    placeholderData: keepPreviousData,
  })
}
