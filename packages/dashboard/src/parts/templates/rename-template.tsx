import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import type { TemplateJson } from './template.ts'

/** Reads templates again, wherever they are shown. */
export function useRefresh() {
  const queries = useQueryClient()
  return () => {
    queries.invalidateQueries({ queryKey: api.templates.list.key })
    queries.invalidateQueries({ queryKey: api.templates.get.key })
  }
}

interface RenameProps {
  template: Pick<TemplateJson, 'id' | 'name'>
  onClose: () => void
}

/** Gives a template another name. Its design and its draft stay as they are. */
export function RenameTemplate({ template, onClose }: RenameProps) {
  const refresh = useRefresh()
  const [name, setName] = useState(template.name)
  const save = useMutation({
    ...api.templates.update.mutation(),
    meta: { form: true },
    onSuccess: () => {
      refresh()
      onClose()
    },
  })
  const error = fieldErrors(save.error).get('/name')
  return (
    <FormDialog
      title={t('templates.rename_title', { name: template.name })}
      submit={t('templates.rename')}
      isSending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate({ params: { id: template.id }, body: { name } })}
      onClose={onClose}
    >
      <TextField label={t('templates.name')} error={error} value={name} onChange={setName} />
    </FormDialog>
  )
}
