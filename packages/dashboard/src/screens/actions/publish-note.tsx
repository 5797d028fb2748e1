import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { type Unpublished, useUnpublished } from './use-unpublished.ts'

/** Why the action cannot run yet: its template has no published version. */
export function PublishNote({ templateId }: { templateId: string }) {
  const unpublished = useUnpublished(templateId)
  return unpublished && <Note unpublished={unpublished} />
}

function Note({ unpublished }: { unpublished: Unpublished }) {
  const { version, mayPublish } = unpublished
  const publish = useMutation({
    mutationFn: unpublished.publish,
    onSuccess: () => toast.done(t('templates.published', { version })),
  })
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg bg-warn-soft p-3 text-warn">
      <UnpublishedWords {...unpublished} />
      {mayPublish && (
        <Button size="small" busy={publish.isPending} onClick={() => publish.mutate()}>
          {t('templates.publish', { version })}
        </Button>
      )}
    </div>
  )
}

/** The same in the run dialog, whose own button publishes. */
export function UnpublishedWords({ name, mayPublish }: Unpublished) {
  return (
    <p className="flex min-w-0 grow basis-64 gap-3">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        {t('actions.unpublished', { name })} {mayPublish ? '' : t('actions.unpublished_ask')}
      </span>
    </p>
  )
}
