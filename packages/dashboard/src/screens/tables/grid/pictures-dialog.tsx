import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import type { Picture } from '#dashboard/parts/cells/cell-value.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { Pictures, uploadKey } from './pictures.tsx'

interface PicturesDialogProps {
  title: string
  pictures: readonly Picture[]
  onSave: (pictures: readonly Picture[]) => void
  onClose: () => void
}

export function PicturesDialog({ title, pictures, onSave, onClose }: PicturesDialogProps) {
  const [now, setNow] = useState(pictures)
  const [address, setAddress] = useState('')
  const typed = address.trim()
  const isUploading = useIsMutating({ mutationKey: uploadKey }) > 0
  return (
    <FormDialog
      title={title}
      submit={t('tables.save')}
      isSending={isUploading}
      onSubmit={() => onSave(typed === '' ? now : [...now, { url: typed }])}
      onClose={onClose}
    >
      <Pictures pictures={now} onChange={setNow} />
      <TextField
        label={t('tables.picture_address')}
        optional
        dir="ltr"
        placeholder="https://"
        value={address}
        onChange={setAddress}
      />
    </FormDialog>
  )
}
