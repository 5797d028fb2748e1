import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { askFirst } from '#dashboard/api/ask-first.ts'
import { t } from '#dashboard/strings/images.ts'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { archiveTitle, type ImageCount, isTooMany, MAX_ARCHIVED } from './image-count.ts'
import type { ImageQuery } from './image-query.ts'

const formats = ['zip', 'pdf'] as const
type Format = (typeof formats)[number]

const formatOptions = formats.map((value) => ({ value, label: t(`images.archive_${value}`) }))

interface FormatFieldProps {
  query: ImageQuery
  format: Format
  onFormat: (format: Format) => void
}

/** One PDF of all is offered where the newest image has one. */
function FormatField({ query, format, onFormat }: FormatFieldProps) {
  const newest = useQuery(api.images.list.query({ query: { ...query, limit: 1 } })).data?.results[0]
  if (!newest?.files.some((file) => file.format === 'pdf')) return null
  return (
    <Field label={t('images.archive_as')}>
      {(control) => (
        <Select
          {...control}
          options={formatOptions}
          value={format}
          onChange={(chosen) => onFormat(chosen === 'pdf' ? 'pdf' : 'zip')}
        />
      )}
    </Field>
  )
}

interface DownloadDialogProps {
  size: ImageCount
  query: ImageQuery
  onClose: () => void
}

/** What the file will hold, before it is fetched; the same for a terminal. */
export function DownloadDialog({ size, query, onClose }: DownloadDialogProps) {
  const { bytes } = size
  const [format, setFormat] = useState<Format>('zip')
  const isPdf = format === 'pdf'
  const asked = new URLSearchParams({ ...query, ...(isPdf && { format }) })
  const path = `/v1/images/archive${asked.size > 0 ? `?${asked}` : ''}`
  const line = `curl '${location.origin}${path}' -H "Authorization: Bearer $PICTABLE_KEY" -o images.${format}`
  const joined = useQuery({
    queryKey: ['ask-first', path],
    queryFn: ({ signal }) => askFirst(path, signal),
    enabled: isPdf,
    gcTime: 0,
  })
  const label = t(`images.archive_get_${format}`)
  return (
    <Dialog open onClose={onClose} title={archiveTitle(size)} description={t(`images.archive_${format}_help`)}>
      {isTooMany(size) ? (
        <p role="alert" className="rounded-lg bg-warn-soft p-3 text-warn">
          {t('images.archive_too_many', { most: MAX_ARCHIVED })}
        </p>
      ) : (
        <div className="grid gap-4">
          <FormatField query={query} format={format} onFormat={setFormat} />
          {joined.error && <Failure error={joined.error} again={() => joined.refetch()} />}
          {!isPdf && (
            <p>
              {t('images.archive_size')} <Quantity value={bytes} unit="bytes" />
            </p>
          )}
          {!joined.error && <CodeBlock samples={[{ name: 'curl', code: line }]} />}
          <DialogActions>
            <Button onClick={onClose}>{t('ui.cancel')}</Button>
            {isPdf && !joined.data ? (
              <Button look="primary" icon={<Download />} busy={joined.isFetching} disabled>
                {label}
              </Button>
            ) : (
              <a href={path} download className={buttonClass('primary')} onClick={() => setTimeout(onClose, 0)}>
                <Download aria-hidden />
                {label}
              </a>
            )}
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}
