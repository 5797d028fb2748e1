import type { CallAnswer, CallInput, Contract } from '@pictable/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { bodyOfFile, uploadClient } from '#dashboard/api/upload-client.ts'
import { toOwnConnection } from '#dashboard/parts/tables/own-connection.ts'
import { useIsHere } from '#dashboard/parts/use-is-here.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { countWords } from './count-words.ts'

type AnyAnswer = CallAnswer<Contract['tables']['importInto']>
type Later = CallAnswer<Contract['tables']['getImport']>
export type ImportAnswer = Exclude<AnyAnswer, Later>
type IntoQuery = NonNullable<CallInput<Contract['tables']['importInto']>['query']>
type NewQuery = CallInput<Contract['tables']['importNew']>['query']

/** A file or pasted text, and where its rows go. */
export type ImportOrder = { content: File | string } & (
  | { to: 'new'; query: NewQuery }
  | { to: 'table'; id: string; query: IntoQuery }
)

const bodyOf = (content: File | string) =>
  typeof content === 'string' ? { body: content, contentType: 'text/csv' } : bodyOfFile(content)

/** What an import may change. */
const changed = (['list', 'get', 'rows', 'row', 'countRows', 'listImports'] as const).map(
  (verb) => api.tables[verb].key,
)

interface ImportEnds {
  onDone?: (answer: ImportAnswer) => void
  /** The file has many rows: the server goes on alone. */
  onLater: () => void
}

/** Brings in a file, and tells how far it is; null: it has gone out, the server reads it. */
export function useImport({ onDone, onLater }: ImportEnds) {
  const queries = useQueryClient()
  const [part, setPart] = useState<number | null>(0)
  const stop = useRef<AbortController>(null)
  const isHere = useIsHere()
  const connect = useMutation(toOwnConnection)
  // Whoever leaves it behind does not want it.
  useEffect(() => () => stop.current?.abort(), [])
  const run = useMutation({
    meta: { form: true },
    mutationFn: async (order: ImportOrder): Promise<AnyAnswer> => {
      setPart(0)
      const stopping = new AbortController()
      stop.current = stopping
      const { tables } = uploadClient((sent) => {
        setPart(sent < 1 ? sent : null)
        // Once the server has all of it, nothing stops it: what comes of it is told.
        if (sent === 1) stop.current = null
      })
      const request = { ...(await bodyOf(order.content)), signal: stopping.signal }
      if (order.to === 'new') return tables.importNew({ query: order.query, ...request })
      return tables.importInto({ params: { id: order.id }, query: order.query, ...request })
    },
    onSuccess(answer, { to }) {
      if (to === 'new') connect.mutate()
      if ('state' in answer) return isHere() ? onLater() : undefined
      if (isHere()) return onDone?.(answer)
      toast.done(t('tables.later_completed', { name: answer.table.name, counts: countWords(answer) }))
    },
    // Also of one that was stopped: it may have been too late.
    onSettled() {
      for (const queryKey of changed) void queries.invalidateQueries({ queryKey })
    },
  })
  return { run, part }
}
