import { ApiError } from '@pictable/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { toast } from '#dashboard/api/toast.ts'
import { designIn, type OpenTemplate, sourceOf } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/t.ts'
import type { Draft, DraftState } from './use-draft.ts'

/** Whether somebody saved another design than the one that this draft began with. */
class NewerVersion extends Error {}

interface Save {
  base: OpenTemplate
  design: Record<string, unknown>
  /** What stood there when it was sent. */
  typed: Draft
}

async function saved({ base, design, typed: { version, sample } }: Save): Promise<OpenTemplate> {
  // An earlier visit left it.
  if (version < base.latest_version) throw new NewerVersion()
  const params = { id: base.id }
  // Equal designs are no new version.
  const body = { sample, ...(sourceOf(design) !== sourceOf(base.design) && { design }) }
  try {
    return await client.templates.update({ params, body, ifMatch: `"r${base.revision}"` })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error
    const now = await client.templates.get({ params })
    // Only its name or what is published is another: that is kept.
    if (now.latest_version > base.latest_version) throw new NewerVersion()
    return client.templates.update({ params, body, ifMatch: `"r${now.revision}"` })
  }
}

/** Saves a draft as a version. `theirs` is what somebody else saved since, to be merged. */
export function useSave(state: DraftState) {
  const queries = useQueryClient()
  const [theirs, setTheirs] = useState<OpenTemplate | null>(null)
  const id = state.base.id
  const queryKey = api.templates.get.query({ params: { id } }).queryKey
  const save = useMutation({
    meta: { form: true },
    mutationFn: saved,
    onSuccess: (template, { base, typed }) => {
      queries.setQueryData(queryKey, template)
      for (const { key } of [api.templates.list, api.templates.versions]) queries.invalidateQueries({ queryKey: key })
      const { source, sample } = state.draft
      const isOlder = source === typed.source && sample === typed.sample
      state.rebase(template, isOlder ? undefined : { source, sample })
      setTheirs(null)
      const { latest_version: version } = template
      toast.done(version > base.latest_version ? t('templates.saved', { version }) : t('templates.sample_saved'))
    },
    onError: async (error) => {
      if (!(error instanceof NewerVersion)) return
      const now = await client.templates.get({ params: { id } })
      queries.setQueryData(queryKey, now)
      setTheirs(now)
    },
  })
  const error = save.error instanceof NewerVersion ? null : save.error
  const send = (base: OpenTemplate, source: string, typed: Draft) => {
    const design = designIn(source)
    if (design === null) toast.failed(t('ui.not_json'))
    else save.mutate({ base, design, typed })
  }
  return {
    isSaving: save.isPending,
    error,
    theirs,
    save: () => send(state.base, state.draft.source, state.draft),
    /** Mine on top of theirs. */
    saveOver: (base: OpenTemplate, source: string) =>
      send(base, source, { ...state.draft, version: base.latest_version }),
    compareWith: setTheirs,
  }
}
