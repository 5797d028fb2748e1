import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { toast } from '#dashboard/api/toast.ts'
import { useDelete } from '#dashboard/parts/use-delete.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { ConfirmButton } from '#dashboard/ui/confirm.tsx'
import { Menu, MenuItem } from '#dashboard/ui/menu.tsx'
import { nameOf, type WebhookJson } from './webhook.ts'

const EditWebhook = whenOpened(() => import('./edit-webhook.tsx'), 'EditWebhook')
const RotateDialog = whenOpened(() => import('./rotate-dialog.tsx'), 'RotateDialog')

function useRest(id: string) {
  const queries = useQueryClient()
  const onSuccess = (webhook: WebhookJson) => {
    queries.setQueryData(api.webhooks.get.query({ params: { id } }).queryKey, webhook)
    queries.invalidateQueries({ queryKey: api.webhooks.list.key })
    queries.invalidateQueries({ queryKey: api.webhooks.deliveries.key })
  }
  const resume = useMutation({ ...api.webhooks.resume.mutation(), onSuccess })
  const pause = useMutation({
    ...api.webhooks.pause.mutation(),
    onSuccess: (webhook) => {
      onSuccess(webhook)
      toast.undoable(t('webhooks.pause_done'), () => resume.mutate({ params: { id } }))
    },
  })
  const wake = (replay: boolean) =>
    resume.mutate({ params: { id }, body: { replay } }, { onSuccess: () => toast.done(t('webhooks.resume_done')) })
  return { pause, resume, wake }
}

function RestButton({ webhook: { id, pause: rests } }: { webhook: WebhookJson }) {
  const { pause, resume, wake } = useRest(id)
  if (rests === null)
    return (
      <Button icon={<Pause />} busy={pause.isPending} onClick={() => pause.mutate({ params: { id } })}>
        {t('webhooks.pause')}
      </Button>
    )
  return (
    <Menu
      trigger={
        <Button look="primary" icon={<Play />} busy={resume.isPending}>
          {t('webhooks.resume')}
        </Button>
      }
    >
      <MenuItem onSelect={() => wake(true)}>{t('webhooks.resume_replay')}</MenuItem>
      <MenuItem onSelect={() => wake(false)}>{t('webhooks.resume_drop')}</MenuItem>
    </Menu>
  )
}

/** Sends a test event, the next step of every new webhook. */
export function TestButton({ id }: { id: string }) {
  const queries = useQueryClient()
  const test = useMutation({
    ...api.webhooks.test.mutation(),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: api.webhooks.deliveries.key })
      toast.done(t('webhooks.test_sent'))
    },
  })
  return (
    <Button icon={<Send />} busy={test.isPending} onClick={() => test.mutate({ params: { id } })}>
      {t('webhooks.test')}
    </Button>
  )
}

/** What one can do with a webhook as a whole. */
export function WebhookActions({ webhook }: { webhook: WebhookJson }) {
  const [opened, setOpened] = useState<'edit' | 'rotate' | null>(null)
  const close = () => setOpened(null)
  const { remove } = useDelete(api.webhooks.delete.mutation(), {
    list: { to: '/webhooks', key: api.webhooks.list.key },
    done: t('webhooks.deleted'),
  })
  const { id } = webhook
  return (
    <>
      {webhook.pause === null && <TestButton id={id} />}
      <RestButton webhook={webhook} />
      <Button icon={<Pencil />} onClick={() => setOpened('edit')}>
        {t('webhooks.edit')}
      </Button>
      {webhook.format === 'standard' && (
        <Button icon={<KeyRound />} onClick={() => setOpened('rotate')}>
          {t('webhooks.rotate')}
        </Button>
      )}
      <ConfirmButton
        icon={<Trash2 />}
        title={t('webhooks.delete_title', { name: nameOf(webhook) })}
        description={t('webhooks.delete_help')}
        confirm={t('webhooks.delete_confirm')}
        onConfirm={() => remove(id)}
      >
        {t('webhooks.delete')}
      </ConfirmButton>
      {opened === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {opened === 'rotate' && <RotateDialog id={id} onClose={close} />}
    </>
  )
}
