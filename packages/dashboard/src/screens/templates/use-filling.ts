import type { CallAnswer, Contract } from '@pictable/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { client } from '#dashboard/api/client.ts'
import { type Drawn, designIn, type Values } from '#dashboard/parts/templates/template.ts'

const route = getRouteApi('/frame/templates/$id')

/** So many records of an action can be stepped through, the worst first. */
const mostRecords = 50

export type FillingRecord = CallAnswer<Contract['actions']['preview']>['results'][number]

export interface Filling {
  /** null: the sample. */
  actionId: string | null
  records: readonly FillingRecord[]
  at: number
  record: FillingRecord | undefined
  isPending: boolean
  error: Error | null
  choose: (actionId: string | null) => void
  step: (at: number) => void
  values: Values
}

/** What the design is looked at with: its sample, or a record of an action, as the address says. */
export function useFilling(source: string, drawn: Drawn | null, sample: Values): Filling {
  const { action: actionId = null, record: at = 0 } = route.useSearch()
  const navigate = useNavigate({ from: '/templates/$id' })
  const names = [...new Set(drawn?.variables.map(({ name }) => name))].sort()
  const design = designIn(source)
  const query = useQuery({
    // Only other names are other values: the table is not asked at every letter.
    queryKey: ['filling', actionId, names],
    queryFn: ({ signal }) =>
      client.actions.preview({
        params: { id: actionId ?? '' },
        body: { template: design ?? {}, draw: false, limit: mostRecords },
        signal,
      }),
    enabled: actionId !== null && drawn !== null && design !== null,
    // The table and the mapping change elsewhere.
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const records = actionId === null ? [] : (query.data?.results ?? [])
  const place = Math.min(at, Math.max(0, records.length - 1))
  const record = records[place]
  return {
    actionId,
    records,
    at: place,
    record,
    isPending: actionId !== null && query.isPending,
    error: query.error,
    choose: (chosen) =>
      void navigate({
        search: (before) => ({ ...before, action: chosen ?? undefined, record: undefined }),
        replace: true,
      }),
    step: (to) => void navigate({ search: (before) => ({ ...before, record: to || undefined }), replace: true }),
    values: record?.values ?? sample,
  }
}
