import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { Button, type ButtonProps } from '#dashboard/ui/button.tsx'
import { archiveTitle } from './image-count.ts'
import type { ImageQuery } from './image-query.ts'

const DownloadDialog = lazily(() => import('./download-dialog.tsx'), 'DownloadDialog')

/** All that match, as one file. */
export function DownloadImages({
  query,
  size: buttonSize = 'medium',
}: {
  query: ImageQuery
  size?: ButtonProps['size']
}) {
  const [isOpen, setOpen] = useState(false)
  const size = useQuery(api.images.count.query({ query })).data
  if (size === undefined || size.count === 0) return null
  return (
    <>
      <Button size={buttonSize} icon={<Download />} onClick={() => setOpen(true)}>
        {archiveTitle(size)}
      </Button>
      <Suspense>{isOpen && <DownloadDialog size={size} query={query} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
