import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/forms.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { ConfirmDialog } from '#dashboard/ui/confirm.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import type { FormJson } from './form-draft.ts'

interface FormCardProps {
  form: FormJson
  mayWrite: boolean
  onEdit: () => void
}

function State({ form }: { form: FormJson }) {
  if (!form.enabled) return <Badge>{t('forms.is_closed')}</Badge>
  if (form.problem !== null) return <Badge tone="bad">{t('forms.has_problem')}</Badge>
  return <Badge tone="good">{t('forms.is_open')}</Badge>
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const iframeOf = ({ url, title }: FormJson) =>
  `<iframe src="${url}" title="${escaped(title)}" width="100%" height="760" style="border: 0"></iframe>`

function LinkLine({ label, text }: { label: string; text: string }) {
  return (
    <p className="flex min-w-0 items-center gap-2 rounded-lg bg-sunken px-3 py-1.5">
      <code dir="ltr" className="min-w-0 grow truncate text-[13px]">
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </p>
  )
}

type Question = 'rotate' | 'delete'

/** Asks before a link that others have stops working. */
function Confirm({
  form: { id, title },
  question,
  onClose,
}: {
  form: FormJson
  question: Question
  onClose: () => void
}) {
  const queries = useQueryClient()
  const done = (text: string) => () => {
    toast.done(text)
    onClose()
    return queries.invalidateQueries({ queryKey: api.forms.list.key })
  }
  const rotate = useMutation({ ...api.forms.rotate.mutation(), onSuccess: done(t('forms.rotated')) })
  const remove = useMutation({ ...api.forms.delete.mutation(), onSuccess: done(t('forms.deleted')) })
  const chosen = question === 'rotate' ? rotate : remove
  return (
    <ConfirmDialog
      title={t(`forms.${question}_title`, { title })}
      description={t(`forms.${question}_help`)}
      confirm={t(`forms.${question}_confirm`)}
      isBusy={chosen.isPending}
      onConfirm={() => chosen.mutate({ params: { id } })}
      onClose={onClose}
    />
  )
}

function Heading({ form }: { form: FormJson }) {
  const { title, submission_count: count, last_submission_at: last } = form
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 dir="auto" className="min-w-0 font-semibold wrap-anywhere">
        {title}
      </h2>
      <State form={form} />
      <span className="text-[13px] text-ink-soft">
        {t('forms.count', { count })}
        {last !== null && (
          <>
            {' · '}
            {t('forms.last')} <Time at={last} />
          </>
        )}
      </span>
    </div>
  )
}

function Changes({
  form: { id, enabled },
  onEdit,
  onAsk,
}: Pick<FormCardProps, 'form' | 'onEdit'> & { onAsk: (question: Question) => void }) {
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: api.forms.list.key })
  const update = useMutation({ ...api.forms.update.mutation(), onSuccess })
  return (
    <>
      <Button size="small" icon={<Pencil />} onClick={onEdit}>
        {t('forms.edit')}
      </Button>
      <Button
        size="small"
        busy={update.isPending}
        onClick={() => update.mutate({ params: { id }, body: { enabled: !enabled } })}
      >
        {enabled ? t('forms.disable') : t('forms.enable')}
      </Button>
      <Button size="small" icon={<RefreshCw />} onClick={() => onAsk('rotate')}>
        {t('forms.rotate')}
      </Button>
      <Button size="small" icon={<Trash2 />} onClick={() => onAsk('delete')}>
        {t('forms.delete')}
      </Button>
    </>
  )
}

/** A form: its link, how to embed it, and what came in by it. */
export function FormCard({ form, mayWrite, onEdit }: FormCardProps) {
  const { url, enabled, problem, frame_ancestors: embedders } = form
  const [question, setQuestion] = useState<Question | null>(null)
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-raised p-4">
      <Heading form={form} />
      {enabled && problem !== null && <p className="text-bad">{problem}</p>}
      {url !== null && <LinkLine label={t('forms.copy_link')} text={url} />}
      {url !== null && embedders.length > 0 && <LinkLine label={t('forms.copy_embed')} text={iframeOf(form)} />}
      {embedders.length === 0 && <p className="text-[13px] text-ink-soft">{t('forms.no_embed')}</p>}
      <div className="flex flex-wrap gap-2">
        {url !== null && (
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass('plain', 'small')}>
            <ExternalLink aria-hidden />
            {t('forms.open')}
          </a>
        )}
        {mayWrite && <Changes form={form} onEdit={onEdit} onAsk={setQuestion} />}
      </div>
      {question !== null && <Confirm form={form} question={question} onClose={() => setQuestion(null)} />}
    </li>
  )
}
