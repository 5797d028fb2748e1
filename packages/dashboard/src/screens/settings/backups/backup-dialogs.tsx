import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/settings.ts'
import { NumberField } from '#dashboard/ui/fields/number-field.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import type { BackupSchedule } from './types.ts'

interface PlaceFieldProps {
  value: string
  error: string | undefined
  onChange: (place: string) => void
}

function PlaceField({ value, error, onChange }: PlaceFieldProps) {
  return (
    <TextField
      label={t('settings.backup_place')}
      help={t('settings.backup_place_help')}
      placeholder="/mnt/backups"
      dir="ltr"
      required
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}

interface DialogProps {
  onClose: () => void
}

/** Starts a backup; the list shows how far it is. */
export function BackUpNow({ place: last, onClose }: DialogProps & { place: string }) {
  const queries = useQueryClient()
  const [place, setPlace] = useState(last)
  const start = useMutation({
    ...api.backups.create.mutation(),
    meta: { form: true },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: api.backups.list.key })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('settings.backup_now')}
      description={t('settings.backup_now_help')}
      submit={t('settings.backup_start')}
      isSending={start.isPending}
      error={start.error}
      onSubmit={() => start.mutate({ body: { place } })}
      onClose={onClose}
    >
      <PlaceField value={place} error={fieldErrors(start.error).get('/place')} onChange={setPlace} />
    </FormDialog>
  )
}

const daily = { every_hours: 24, keep: 14 }

/** Sets when and where backups are made, and how many are kept. */
export function ScheduleBackups({
  schedule,
  place,
  onClose,
}: DialogProps & { schedule: BackupSchedule | null; place: string }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(schedule ?? { ...daily, place })
  const save = useMutation({
    ...api.backups.schedule.mutation(),
    meta: { form: true },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: api.backups.list.key })
      onClose()
    },
  })
  const errors = fieldErrors(save.error)
  return (
    <FormDialog
      title={t('settings.backup_schedule')}
      submit={t('settings.backup_schedule_save')}
      isSending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate({ body: { schedule: draft } })}
      onClose={onClose}
    >
      <PlaceField
        value={draft.place}
        error={errors.get('/schedule/place')}
        onChange={(typed) => setDraft({ ...draft, place: typed })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t('settings.backup_every')}
          required
          value={draft.every_hours}
          error={errors.get('/schedule/every_hours')}
          onChange={(hours) => setDraft({ ...draft, every_hours: hours })}
        />
        <NumberField
          label={t('settings.backup_keep')}
          required
          value={draft.keep}
          error={errors.get('/schedule/keep')}
          onChange={(keep) => setDraft({ ...draft, keep })}
        />
      </div>
    </FormDialog>
  )
}
