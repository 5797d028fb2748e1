import type { CallAnswer, CallInput, Contract } from '@pictable/client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { bodyOfFile, uploadClient } from '#dashboard/api/upload-client.ts'

export type ImportAnswer = CallAnswer<Contract['tables']['importInto']>
type IntoQuery = NonNullable<CallInput<Contract['tables']['importInto']>['query']>
type NewQuery = CallInput<Contract['tables']['importNew']>['query']

/** A file or pasted text, and where its rows go. */
export type ImportOrder = { content: File | string } & (
  | { to: 'new'; query: NewQuery }
  | { to: 'table'; id: string; query: IntoQuery }
)

const bodyOf = (content: File | string) =>
  typeof content === 'string' ? { body: content, contentType: 'text/csv' } : bodyOfFile(content)

/** Brings in a file, and tells how far it is; null: it has gone out, the server reads it. */
export function useImport(onDone: (answer: ImportAnswer) => void) {
  const [part, setPart] = useState<number | null>(0)
  const stop = useRef<AbortController>(null)
  // Whoever leaves it behind does not want it.
  useEffect(() => () => stop.current?.abort(), [])
  const run = useMutation({
    meta: { form: true },
    mutationFn: async (order: ImportOrder): Promise<ImportAnswer> => {
      setPart(0)
      stop.current = new AbortController()
      const { tables } = uploadClient((sent) => setPart(sent < 1 ? sent : null))
      const request = { ...(await bodyOf(order.content)), signal: stop.current.signal }
      if (order.to === 'new') return tables.importNew({ query: order.query, ...request })
      return tables.importInto({ params: { id: order.id }, query: order.query, ...request })
    },
    onSuccess: onDone,
  })
  return { run, part }
}
