import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { imageQueryOf } from './image-query.ts'

const DownloadDialog = lazy(async () => ({ default: (await import('./download-dialog.tsx')).DownloadDialog }))

/** All that match, as one archive. */
export function DownloadImages({ query }: { query: ReturnType<typeof imageQueryOf> }) {
  const [isOpen, setOpen] = useState(false)
  const size = useQuery(api.images.count.query({ query })).data
  if (size === undefined) return null
  return (
    <>
      <Button icon={<Download />} onClick={() => setOpen(true)}>
        {t('images.archive', { count: size.count })}
      </Button>
      <Suspense>{isOpen && <DownloadDialog size={size} query={query} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
