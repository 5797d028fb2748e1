import { useMutation } from '@tanstack/react-query'
import { ImageUp, X } from 'lucide-react'
import { useRef } from 'react'
import { z } from 'zod'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { FieldControl } from '#dashboard/ui/field.tsx'

const pictures = z.array(z.looseObject({ url: z.string(), filename: z.string().optional() })).catch([])

interface PictureFieldProps {
  control: FieldControl
  value: unknown
  onChange: (value: unknown) => void
}

/** The picture of a record: which one it is, another in its place, or none. */
export function PictureField({ control, value, onChange }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    ...api.assets.upload.mutation(),
    onSuccess: ({ src, filename }) => onChange([{ url: src, filename }]),
  })
  const choose = async (file: File | undefined) => {
    if (!file) return
    upload.mutate({ query: { filename: file.name }, body: new Uint8Array(await file.arrayBuffer()) })
  }
  const [picture] = pictures.parse(value)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span dir="auto" className="min-w-0 grow truncate text-ink-soft">
        {picture ? (picture.filename ?? picture.url) : t('runs.fix_photo_none')}
      </span>
      <input ref={input} type="file" accept="image/*" hidden onChange={(event) => choose(event.target.files?.[0])} />
      <Button
        {...control}
        size="small"
        icon={<ImageUp />}
        busy={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {t('runs.fix_photo')}
      </Button>
      {picture && (
        <Button size="small" look="quiet" icon={<X />} onClick={() => onChange([])}>
          {t('runs.fix_photo_remove')}
        </Button>
      )}
    </div>
  )
}
