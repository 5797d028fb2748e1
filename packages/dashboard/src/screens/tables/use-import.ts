import type { CallAnswer, CallInput, Contract } from '@pictable/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { bodyOfFile, uploadClient } from '#dashboard/api/upload-client.ts'

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

interface ImportEnds {
  onDone: (answer: ImportAnswer) => void
  /** The file has many rows: the server goes on alone. */
  onLater: () => void
}

/** Brings in a file, and tells how far it is; null: it has gone out, the server reads it. */
export function useImport({ onDone, onLater }: ImportEnds) {
  const queries = useQueryClient()
  const [part, setPart] = useState<number | null>(0)
  const stop = useRef<AbortController>(null)
  // Whoever leaves it behind does not want it.
  useEffect(() => () => stop.current?.abort(), [])
  const run = useMutation({
    meta: { form: true },
    mutationFn: async (order: ImportOrder): Promise<AnyAnswer> => {
      setPart(0)
      stop.current = new AbortController()
      const { tables } = uploadClient((sent) => setPart(sent < 1 ? sent : null))
      const request = { ...(await bodyOf(order.content)), signal: stop.current.signal }
      if (order.to === 'new') return tables.importNew({ query: order.query, ...request })
      return tables.importInto({ params: { id: order.id }, query: order.query, ...request })
    },
    onSuccess(answer) {
      if (!('state' in answer)) return onDone(answer)
      void queries.invalidateQueries({ queryKey: api.tables.listImports.key })
      onLater()
    },
  })
  return { run, part }
}
