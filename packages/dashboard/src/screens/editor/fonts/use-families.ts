import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { bodyOfFile, uploadClient } from '#dashboard/api/upload-client.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/fonts.ts'
import type { Family } from './font-rows.ts'
import { openSamples, type Samples } from './samples.ts'

const NONE: readonly Family[] = []

/** The families of the server, and their faces; both are read again after an install. */
export function useFamilies() {
  const session = useSession()
  const queries = useQueryClient()
  const list = useQuery(api.fontFamilies.list.query())
  const [samples, setSamples] = useState<Samples | null>(null)
  const [release, setRelease] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again after an install
  useEffect(() => {
    let isGone = false
    openSamples().then(
      (opened) => isGone || setSamples(opened),
      (error: unknown) => isGone || toast.failed(t('fonts.failed', { reason: errorWords(error) })),
    )
    return () => {
      isGone = true
    }
  }, [release])

  /** The canvas, the list and the rows know the new font. */
  async function refresh(): Promise<void> {
    session.set({ fontsRelease: session.state.fontsRelease + 1 })
    setRelease((last) => last + 1)
    await queries.invalidateQueries({ queryKey: api.fontFamilies.list.key })
    void queries.invalidateQueries({ queryKey: api.fonts.list.key })
  }

  const install = useMutation({
    ...api.fontFamilies.install.mutation(),
    onSuccess: async ({ family }) => {
      toast.done(t('fonts.installed', { family }))
      await refresh()
    },
    onError: (error) => toast.failed(errorWords(error)),
    meta: { form: true },
  })
  const upload = useMutation({
    mutationFn: async (file: File) =>
      uploadClient(() => {}).fonts.upload({ query: { filename: file.name }, ...(await bodyOfFile(file)) }),
    onSuccess: async ({ family }) => {
      toast.done(t('fonts.uploaded', { family }))
      await refresh()
    },
    onError: (error) => toast.failed(errorWords(error)),
    meta: { form: true },
  })
  const again = () => void list.refetch()
  return { families: list.data?.results ?? NONE, error: list.error, samples, install, upload, again }
}
