import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { type ActionDraft, isSame, type Place, placeBody, withoutEmpty } from './action-draft.ts'
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

/** The value once it has stood still for a moment: what is typed asks the server only then. */
export function useSettled<Value>(value: Value, afterMs = 400): Value {
  const [settled, setSettled] = useState(value)
  const hasMoved = !isSame(settled, value)
  useEffect(() => {
    if (!hasMoved) return
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [hasMoved, value, afterMs])
  return hasMoved ? settled : value
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
