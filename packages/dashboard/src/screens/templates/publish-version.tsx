import { loadExpressions } from '@pictable/renderer/template'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { fetched } from '#dashboard/api/lazily.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { PublishEffects } from '#dashboard/parts/versions/publish-effects.tsx'
import { PublishForm } from '#dashboard/parts/versions/publish-form.tsx'
import { t } from '#dashboard/strings/template-page.ts'
import { Failure } from '#dashboard/ui/failure.tsx'

const RECORDS = 3

/** Designs may compute what they ask for. */
const expressions = fetched(loadExpressions)

/** The first records of what is chosen for the template, else of the first action that uses it; the sample values without any. */
function useRecords({ id, preview_source: chosen, sample }: OpenTemplate) {
  const actions = useQuery({ ...api.actions.list.all(), enabled: chosen === null })
  const first = actions.data?.results.find((action) => usesTemplate(action, id))?.id
  const source = chosen ?? (first === undefined ? null : { action_id: first })
  const read = useQuery({
    queryKey: ['publish-records', id, source],
    queryFn: ({ signal }) => source && client.templates.records({ body: { source, limit: RECORDS }, signal }),
    enabled: source !== null,
    retry: false,
  })
  const { data, isLoadingError, error, refetch } = source === null ? actions : read
  const failed = isLoadingError ? { error, again: () => void refetch() } : undefined
  if (data === undefined) return { records: undefined, failed }
  const records = read.data?.results.map(({ record_id: key, label, values }) => ({ key, name: label || key, values }))
  return { records: records?.length ? records : [{ key: '', name: t('templates.sample'), values: sample }], failed }
}

interface PublishVersionProps {
  template: OpenTemplate
  version: number
  onClose: () => void
}

/** Makes a version that is saved the one that actions use. */
export function PublishVersion({ template, version, onClose }: PublishVersionProps) {
  use(expressions)
  const { id, published_version: from } = template
  const after = useQuery(api.templates.version.query({ params: { id, version } }))
  const diff = useQuery({
    ...api.templates.diff.query({ params: { id, version: from ?? version }, query: { to: version } }),
    enabled: from !== null,
  })
  const records = useRecords(template)
  const publish = (note: string) =>
    client.templates.publish({ params: { id }, body: { version, ...(note !== '' && { note }) } })
  return (
    <PublishForm
      title={t('templates.publish', { version })}
      publish={publish}
      isPublished={from === version}
      onClose={onClose}
    >
      {after.error ? (
        <Failure error={after.error} again={() => after.refetch()} />
      ) : (
        <PublishEffects
          id={id}
          from={from}
          isUsed
          diff={{ changes: diff.data?.changes, error: diff.error, again: () => void diff.refetch() }}
          after={after.data?.design}
          {...records}
        />
      )}
    </PublishForm>
  )
}
