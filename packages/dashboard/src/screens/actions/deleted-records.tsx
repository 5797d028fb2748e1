import { DELETE_AFTER_DAYS, deletedRecordModes } from '@pictable/model/deleted-records'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { errorAt } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/actions.ts'
import { ConfirmButton } from '#dashboard/ui/confirm.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { dayText } from '#dashboard/ui/time.tsx'
import type { ActionEditor } from './draft/use-action-draft.ts'

/** What becomes of the images of records that are deleted from the table. */
export function DeletedRecords({ editor, mayWrite }: { editor: ActionEditor; mayWrite: boolean }) {
  const { draft, change, errors, saved } = editor
  const { deleted } = draft
  const note = daysNote(deleted, saved)
  return (
    <Section title={t('actions.deleted_records')}>
      <div className="grid max-w-xl gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <Field
          label={t('actions.deleted_images')}
          help={t('actions.deleted_help')}
          error={errorAt(errors, '/deleted_records')}
        >
          {(control) => (
            <Select
              {...control}
              disabled={!mayWrite}
              options={deletedRecordModes.map((value) => ({ value, label: t(`actions.deleted_${value}`) }))}
              value={deleted.deleted_records}
              onChange={(chosen) => {
                const mode = deletedRecordModes.find((each) => each === chosen)
                if (mode) change({ deleted: { ...deleted, deleted_records: mode } })
              }}
            />
          )}
        </Field>
        {deleted.deleted_records === 'delete' && (
          <Field label={t('actions.deleted_days')} error={errorAt(errors, '/delete_after_days')}>
            {(control) => (
              <Input
                {...control}
                type="number"
                min={DELETE_AFTER_DAYS.min}
                max={DELETE_AFTER_DAYS.max}
                disabled={!mayWrite}
                value={deleted.delete_after_days || ''}
                onChange={({ target }) =>
                  change({ deleted: { ...deleted, delete_after_days: Math.trunc(Number(target.value)) } })
                }
              />
            )}
          </Field>
        )}
      </div>
      {note !== null && <p className="text-[13px] text-ink-soft">{note}</p>}
      {mayWrite && saved.missing_records > 0 && <Missing id={saved.id} count={saved.missing_records} />}
    </Section>
  )
}

/** From when on the days count for images that are unpublished already. */
function daysNote(draft: ActionEditor['draft']['deleted'], saved: ActionEditor['saved']): string | null {
  if (draft.deleted_records !== 'delete') return null
  const isSooner = saved.deleted_records !== 'delete' || draft.delete_after_days < saved.delete_after_days
  if (isSooner) return t('actions.deleted_days_help')
  const { deletes_from: from } = saved
  return from !== null && Date.parse(from) > Date.now() ? t('actions.deleted_from', { day: dayText(from) }) : null
}

/** More than half of the records are missing: nothing is unpublished until someone confirms that they were deleted. */
function Missing({ id, count }: { id: string; count: number }) {
  const queries = useQueryClient()
  const confirm = useMutation({
    ...api.actions.confirmDeleted.mutation(),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: api.actions.get.key })
      toast.done(t('actions.missing_confirmed'))
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p>{t('actions.missing', { count })}</p>
      <ConfirmButton
        size="small"
        title={t('actions.missing_title', { count })}
        description={t('actions.missing_help')}
        confirm={t('actions.missing_confirm')}
        onConfirm={() => confirm.mutate({ params: { id } })}
      >
        {t('actions.missing_confirm')}
      </ConfirmButton>
    </div>
  )
}
