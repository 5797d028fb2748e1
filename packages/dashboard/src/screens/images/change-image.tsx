import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import type { Image } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/images.ts'
import { Button } from '#dashboard/ui/button.tsx'

const ChangeDialog = lazily(() => import('./change-dialog.tsx'), 'ChangeDialog')

/** The way to change the images of one record, and nothing else. */
export function ChangeImage({ image }: { image: Image }) {
  const [isOpen, setOpen] = useState(false)
  const { action_id: actionId, record_id: recordId, template_id: templateId } = image
  const action = useQuery({ ...api.actions.get.query({ params: { id: actionId ?? '' } }), enabled: actionId !== null })
  if (recordId === null || templateId === null || !action.data) return null
  return (
    <>
      <Button size="small" icon={<PencilLine />} onClick={() => setOpen(true)}>
        {t('images.change')}
      </Button>
      {isOpen && (
        <Suspense>
          <ChangeDialog
            actionId={action.data.id}
            recordId={recordId}
            templateId={templateId}
            output={image.output}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
