import { useMutation } from '@tanstack/react-query'
import { ImageUp, X } from 'lucide-react'
import { client } from '#dashboard/api/client.ts'
import { bodyOfFile } from '#dashboard/api/upload-client.ts'
import { Thumbnail } from '#dashboard/parts/cells/cell-content.tsx'
import { type Picture, thumbnailOf } from '#dashboard/parts/cells/cell-value.ts'
import { t } from '#dashboard/strings/table-dialogs.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { FileButton } from '#dashboard/ui/fields/file-button.tsx'

export const uploadKey = ['pictures', 'upload']

interface PicturesProps {
  pictures: readonly Picture[]
  onChange: (pictures: readonly Picture[]) => void
  disabled?: boolean
}

/** The pictures of a cell: what is there, more from this computer or by address, each to be taken away. */
export function Pictures({ pictures, onChange, disabled = false }: PicturesProps) {
  const upload = useMutation({
    mutationKey: uploadKey,
    meta: { form: true },
    mutationFn: async (files: readonly File[]) => {
      const news: Picture[] = []
      for (const file of files) {
        const request = { query: { filename: file.name }, ...(await bodyOfFile(file)) }
        const { src, filename } = await client.assets.upload(request)
        news.push({ url: src, filename })
      }
      return news
    },
    onSuccess: (news) => onChange([...pictures, ...news]),
  })
  return (
    <div className="grid gap-2">
      {pictures.length === 0 && <p className="text-ink-soft">{t('tables.pictures_none')}</p>}
      {pictures.map((picture, place) => (
        <div key={picture.url} className="flex min-w-0 items-center gap-2">
          <Thumbnail picture={picture} />
          <span dir="auto" className="min-w-0 grow truncate text-[13px]">
            {thumbnailOf(picture) === null ? picture.url : (picture.filename ?? picture.url)}
          </span>
          <IconButton
            size="small"
            label={t('tables.picture_remove', { name: picture.filename ?? picture.url })}
            icon={<X />}
            disabled={disabled}
            onClick={() => onChange(pictures.filter((_, other) => other !== place))}
          />
        </div>
      ))}
      {upload.error && <Failure error={upload.error} />}
      <div>
        <FileButton
          multiple
          accept="image/*"
          size="small"
          icon={<ImageUp />}
          busy={upload.isPending}
          disabled={disabled}
          onFiles={(files) => upload.mutate(files)}
        >
          {t('tables.picture_upload')}
        </FileButton>
      </div>
    </div>
  )
}
