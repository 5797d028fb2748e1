import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import type { GoogleFamily } from './font-rows.ts'

const NONE: readonly GoogleFamily[] = []

/** What Google Fonts has for a name: asked only when a person wants to know. */
export function useGoogle() {
  const [asked, setAsked] = useState<string>()
  const search = useMutation({
    mutationKey: api.fontFamilies.google.key,
    mutationFn: (name: string) => client.fontFamilies.google({ query: { search: name } }),
    meta: { form: true },
  })
  return {
    /** The name that was searched. */
    asked,
    found: search.data?.results ?? NONE,
    isSearching: search.isPending,
    problem: search.error === null ? undefined : errorWords(search.error),
    ask(name: string): void {
      setAsked(name)
      search.mutate(name)
    },
    forget(): void {
      setAsked(undefined)
      search.reset()
    },
  }
}
