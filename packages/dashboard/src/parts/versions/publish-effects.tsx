import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { type Changes, ChangeWords } from './change-words.tsx'
import { Part } from './part.tsx'
import { PublishPictures, type ShownRecord } from './publish-pictures.tsx'
import { PublishUses } from './publish-uses.tsx'

/** More would hide the pictures. */
const SHOWN_CHANGES = 8

interface PublishEffectsProps {
  id: string
  /** The version that it is compared with. null: there is none, as nothing was published yet. */
  from: number | null
  /** Whether actions use that version. */
  isUsed: boolean
  diff: Changes
  /** Undefined until it is known. */
  after: object | undefined
  records: readonly ShownRecord[] | undefined
  /** Why there are no records. */
  failed?: { error: unknown; again: () => void } | undefined
}

/** What a publication changes: in words, in pictures of records, and in which actions. */
export function PublishEffects({ id, from, isUsed, diff, after, records, failed }: PublishEffectsProps) {
  const params = { id, version: from ?? 0 }
  const before = useQuery({ ...api.templates.version.query({ params }), enabled: from !== null })
  return (
    <>
      {from !== null && (
        <Part title={t(isUsed ? 'versions.since_used' : 'versions.since', { version: from })}>
          <ChangeWords {...diff} first={SHOWN_CHANGES} />
        </Part>
      )}
      <Part title={t(from === null ? 'versions.preview' : 'versions.slider')}>
        {before.error ? (
          <Failure error={before.error} again={() => before.refetch()} />
        ) : failed ? (
          <Failure {...failed} />
        ) : (
          <PublishPictures before={from === null ? null : before.data?.design} after={after} records={records} />
        )}
      </Part>
      <Part title={t('versions.publish_actions')}>
        <PublishUses id={id} />
      </Part>
    </>
  )
}
