import { useMutation } from '@tanstack/react-query'
import { ImageUp, X } from 'lucide-react'
import * as v from 'valibot'
import { client } from '#dashboard/api/client.ts'
import { bodyOfFile } from '#dashboard/api/upload-client.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { FieldControl } from '#dashboard/ui/fields/field.tsx'
import { FileButton } from '#dashboard/ui/fields/file-button.tsx'

const pictures = v.fallback(v.array(v.looseObject({ url: v.string(), filename: v.optional(v.string()) })), [])

interface PictureFieldProps {
  control: FieldControl
  value: unknown
  onChange: (value: unknown) => void
}

export const recordPictureKey = ['record-picture']

/** The picture of a record: which one it is, another in its place, or none. Those behind it stay. */
export function PictureField({ control, value, onChange }: PictureFieldProps) {
  const [picture, ...others] = v.parse(pictures, value)
  const upload = useMutation({
    mutationKey: recordPictureKey,
    mutationFn: async ([file]: readonly File[]) =>
      file && client.assets.upload({ query: { filename: file.name }, ...(await bodyOfFile(file)) }),
    onSuccess: (asset) => asset && onChange([{ url: asset.src, filename: asset.filename }, ...others]),
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span dir="auto" className="min-w-0 grow truncate text-ink-soft">
        {picture ? (picture.filename ?? picture.url) : t('runs.fix_photo_none')}
      </span>
      <FileButton
        {...control}
        accept="image/*"
        size="small"
        icon={<ImageUp />}
        busy={upload.isPending}
        onFiles={(files) => upload.mutate(files)}
      >
        {t('runs.fix_photo')}
      </FileButton>
      {picture && (
        <Button size="small" look="quiet" icon={<X />} onClick={() => onChange(others)}>
          {t('runs.fix_photo_remove')}
        </Button>
      )}
    </div>
  )
}
