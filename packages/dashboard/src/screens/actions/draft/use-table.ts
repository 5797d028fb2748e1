import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { useSettled } from '#dashboard/ui/use-settled.ts'
import {
  type ActionDraft,
  type Place,
  placeBody,
  plainOutputs,
  type Templates,
  templatesOf,
  withoutEmpty,
} from './action-draft.ts'
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
function recordsAsIf(draft: ActionDraft): Body {
  const { place, view, filter, mapping } = draft
  const empty = Object.fromEntries(Object.keys(mapping).map((name) => [name, { value: null }]))
  return {
    ...placeBody(place),
    view,
    filter: withoutEmpty(filter),
    mapping: empty,
    outputs: plainOutputs(draft),
    write_back: null,
  }
}

/** What the templates of all outputs ask for. */
export function useVariables(draft: Templates) {
  const reads = useQueries({
    queries: templatesOf(draft).map((id) => api.templates.variables.query({ params: { id } })),
  })
  const failed = reads.find(({ isLoadingError }) => isLoadingError)
  const data = reads.every((read) => read.data) ? reads.flatMap((read) => read.data?.variables ?? []) : undefined
  return { data, isLoadingError: failed !== undefined, error: failed?.error ?? null, refetch: () => failed?.refetch() }
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
