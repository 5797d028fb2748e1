import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { KeyRound, Link2, Pencil, Play, SearchCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { toast } from '#dashboard/api/toast.ts'
import { labelOf } from '#dashboard/forms/schema.ts'
import { Until } from '#dashboard/parts/until.tsx'
import { t } from '#dashboard/strings/actions.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { ConfirmButton } from '#dashboard/ui/confirm.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { HookDialog } from './hook-dialog.tsx'
import { TriggerDialog } from './trigger-dialog.tsx'
import type { Trigger, TriggerKind } from './types.ts'

interface TriggerCardProps {
  trigger: Trigger
  /** Of the action. */
  tableId: string
  /** As the server describes it. */
  kind: TriggerKind | undefined
  mayWrite: boolean
}

function settingsWords({ settings }: Trigger): string {
  return Object.entries(settings)
    .map(([name, value]) => `${labelOf(name, {})}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' · ')
}

function useTrigger({ id }: Trigger) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => queries.invalidateQueries({ queryKey: api.triggers.list.key })
  const input = { params: { id } }
  const update = useMutation({ ...api.triggers.update.mutation(), onSuccess: refresh })
  const remove = useMutation({
    ...api.triggers.delete.mutation(),
    onSuccess: () => {
      refresh()
      toast.done(t('actions.trigger_deleted'))
    },
  })
  const rotate = useMutation({ ...api.triggers.rotate.mutation(), onSuccess: refresh })
  const fire = useMutation({
    ...api.triggers.fire.mutation(),
    onSuccess: () => {
      refresh()
      queries.invalidateQueries({ queryKey: api.runs.list.key })
    },
  })
  // Goes with the call: a page that was left leads nowhere later.
  const fireNow = () =>
    fire.mutate(input, { onSuccess: ({ id: run }) => navigate({ to: '/runs/$id', params: { id: run } }) })
  return { input, update, remove, rotate, fire: { isPending: fire.isPending, now: fireNow } }
}

/** How it fares: when it comes next, what came of it, and what is wrong with it. */
function TriggerFacts({ trigger }: { trigger: Trigger }) {
  const { note, next_at: next, last_fired_at: fired, last_run_id: run, error } = trigger
  return (
    <div className="grid gap-1 text-[13px] text-ink-soft empty:hidden">
      {trigger.active && next !== null && (
        <p>
          {t('actions.next_at')} <Until at={next} />
        </p>
      )}
      {note !== null && <p dir="auto">{note}</p>}
      {fired !== null && (
        <p>
          {t('actions.fired')}{' '}
          {run === null ? (
            <Time at={fired} />
          ) : (
            <Link to="/runs/$id" params={{ id: run }} className="rounded underline">
              <Time at={fired} />
            </Link>
          )}
        </p>
      )}
      {error && (
        <p dir="auto" className="rounded-lg bg-bad-soft p-2 break-words text-bad">
          {error.message}
        </p>
      )}
    </div>
  )
}

/** One trigger: switched on and off, tried, fired, changed, deleted. */
export function TriggerCard({ trigger, tableId, kind, mayWrite }: TriggerCardProps) {
  const acts = useTrigger(trigger)
  const [opened, setOpened] = useState<Opened>(null)
  const title = kind?.title ?? labelOf(trigger.kind, {})
  const close = () => setOpened(null)
  return (
    <section aria-label={title} className="grid gap-3 rounded-lg border border-line p-4">
      <header className="flex items-center gap-3">
        <div className="min-w-0 grow">
          <h3 className="flex items-center gap-2 font-medium">
            {title}
            {!trigger.active && <Badge>{t('actions.paused')}</Badge>}
          </h3>
          <p dir="auto" className="text-[13px] break-words text-ink-soft">
            {settingsWords(trigger) || kind?.description}
          </p>
        </div>
        {mayWrite && (
          <Switch
            aria-label={t('actions.active', { title })}
            checked={trigger.active}
            disabled={acts.update.isPending}
            onChange={(active) => acts.update.mutate({ ...acts.input, body: { active } })}
          />
        )}
      </header>
      <TriggerFacts trigger={trigger} />
      <TriggerButtons trigger={trigger} acts={acts} mayWrite={mayWrite} onOpen={setOpened} />
      {opened === 'hook' && trigger.hook_url !== null && (
        <HookDialog url={trigger.hook_url} tableId={tableId} onClose={close} />
      )}
      {opened === 'edit' && kind && (
        <TriggerDialog actionId={trigger.action_id} kinds={[kind]} trigger={trigger} onClose={close} onMade={close} />
      )}
    </section>
  )
}

type Opened = 'hook' | 'edit' | null

interface TriggerButtonsProps extends Pick<TriggerCardProps, 'trigger' | 'mayWrite'> {
  acts: ReturnType<typeof useTrigger>
  onOpen: (what: Opened) => void
}

/** What everybody may do with it, with what a test of it has found. */
function TriggerButtons(props: TriggerButtonsProps) {
  const { trigger, acts, mayWrite, onOpen } = props
  const { input, fire } = acts
  const mayFire = useMay('trigger')
  const test = useQuery({ ...api.triggers.test.query(input), enabled: false, gcTime: 0, retry: false })
  const isHook = trigger.hook_url !== null
  return (
    <>
      {test.error && !test.isFetching && <Failure error={test.error} />}
      {test.data && !test.error && (
        <p
          role="status"
          dir="auto"
          className={`rounded-lg p-2 text-[13px] break-words ${test.data.ok ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
        >
          {/* A call needs its secret address, which is shown only when asked for. */}
          {isHook ? t('actions.hook_ready') : test.data.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isHook && (
          <Button size="small" icon={<Link2 />} onClick={() => onOpen('hook')}>
            {t('actions.show_hook')}
          </Button>
        )}
        <Button size="small" icon={<SearchCheck />} busy={test.isFetching} onClick={() => void test.refetch()}>
          {t('actions.test')}
        </Button>
        {mayFire && trigger.active && (
          <Button size="small" icon={<Play />} busy={fire.isPending} onClick={fire.now}>
            {t('actions.fire')}
          </Button>
        )}
        {mayWrite && <OwnerButtons {...props} />}
      </div>
    </>
  )
}

/** What changes it, or takes it away. */
function OwnerButtons({ trigger, acts: { input, rotate, remove }, onOpen }: TriggerButtonsProps) {
  return (
    <>
      {Object.keys(trigger.settings).length > 0 && (
        <Button size="small" icon={<Pencil />} onClick={() => onOpen('edit')}>
          {t('actions.edit')}
        </Button>
      )}
      {trigger.hook_url !== null && (
        <ConfirmButton
          size="small"
          icon={<KeyRound />}
          title={t('actions.rotate_title')}
          description={t('actions.rotate_help')}
          confirm={t('actions.rotate')}
          onConfirm={() => rotate.mutate(input, { onSuccess: () => onOpen('hook') })}
        >
          {t('actions.rotate')}
        </ConfirmButton>
      )}
      <ConfirmButton
        size="small"
        title={t('actions.delete_trigger_title')}
        description={t('actions.delete_trigger_help')}
        confirm={t('actions.delete_trigger')}
        onConfirm={() => remove.mutate(input)}
      >
        {t('actions.delete')}
      </ConfirmButton>
    </>
  )
}
