import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowRight, BadgeCheck, RotateCw } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/sources.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { Doctor, useFirstTest } from './doctor.tsx'
import { KindCards } from './kind-cards.tsx'
import { MakeImages, ShowInTemplate } from './make-images.tsx'
import { type ConnectionJson, type SourceJson, type TablePlace, useSources } from './source.ts'
import { TablePicker } from './table-picker.tsx'

const here = getRouteApi('/frame/sources/new')

const steps = ['kind', 'settings', 'test', 'table'] as const
type Step = (typeof steps)[number]

function Steps({ now }: { now: Step }) {
  const at = steps.indexOf(now)
  return (
    <ol aria-label={t('sources.steps')} className="flex flex-wrap gap-x-5 gap-y-2 text-[13px]">
      {steps.map((step, place) => (
        <li
          key={step}
          aria-current={step === now ? 'step' : undefined}
          className={classNames('flex items-center gap-2', step === now ? 'font-medium' : 'text-ink-soft')}
        >
          <span
            className={classNames(
              'grid size-5 place-items-center rounded-full text-xs',
              place < at && 'bg-good-soft text-good',
              place === at && 'bg-accent text-on-accent',
              place > at && 'bg-hover text-ink-soft',
            )}
          >
            {place < at ? '✓' : place + 1}
          </span>
          {t(`sources.step_${step}`)}
        </li>
      ))}
    </ol>
  )
}

function Bottom({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4">{children}</div>
}

interface StepProps {
  source: SourceJson
  connection: ConnectionJson
}

function TestStep({ source, connection: { id } }: StepProps) {
  const navigate = here.useNavigate()
  const test = useFirstTest(id)
  const go = (step: 'settings' | 'table') => navigate({ search: (before) => ({ ...before, step }) })
  return (
    <div className="grid max-w-xl gap-4">
      {test.error && <Failure error={test.error} again={() => test.mutate({ params: { id } })} />}
      <Doctor id={id} source={source} test={test.data ?? null} isTesting={test.isPending} />
      <Bottom>
        <Button onClick={() => go('settings')}>{t('sources.back_settings')}</Button>
        <span className="flex flex-wrap gap-2">
          <Button icon={<RotateCw />} busy={test.isPending} onClick={() => test.mutate({ params: { id } })}>
            {t('sources.test_again')}
          </Button>
          <Button look="primary" disabled={test.data?.ok !== true} onClick={() => go('table')}>
            {t('sources.to_table')}
            <ArrowRight aria-hidden className="rtl:rotate-180" />
          </Button>
        </span>
      </Bottom>
    </div>
  )
}

function TableStep({ connection: { id } }: StepProps) {
  const { base, table, view, template } = here.useSearch()
  const navigate = here.useNavigate()
  const pick = useCallback(
    (place: TablePlace, isByItself = false) =>
      void navigate({
        search: ({ kind, connection, step, template: kept }) => ({ kind, connection, step, template: kept, ...place }),
        replace: isByItself,
      }),
    [navigate],
  )
  return (
    <div className="grid min-w-0 gap-5">
      <TablePicker connectionId={id} place={{ base, table, view }} onPick={pick} />
      <Bottom>
        <Button onClick={() => navigate({ search: (before) => ({ ...before, step: 'test' }) })}>
          {t('sources.back_test')}
        </Button>
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => navigate({ to: '/sources/$id', params: { id }, search: { base, table, view } })}>
            {t('sources.to_source')}
          </Button>
          {template === undefined ? (
            <MakeImages connectionId={id} place={{ base, table, view }} />
          ) : (
            <ShowInTemplate connectionId={id} place={{ base, table, view }} template={template} />
          )}
        </span>
      </Bottom>
    </div>
  )
}

function SettingsStep({ source, connection }: { source: SourceJson; connection: ConnectionJson | null }) {
  const navigate = here.useNavigate()
  const { template } = here.useSearch()
  const goOn = ({ id }: { id: string }) => {
    const search = { kind: source.kind, connection: id, step: 'test' as const, template }
    // What was typed is there now: back leads to its settings, not to another of the same.
    if (connection === null) void navigate({ search: { ...search, step: 'settings' }, replace: true })
    void navigate({ search })
  }
  return (
    <>
      <p className="max-w-xl text-ink-soft">{source.summary}</p>
      <ConnectionForm
        source={source}
        connection={connection}
        onSaved={goOn}
        actions={(isSaving) => (
          <Bottom>
            <Button onClick={() => navigate({ search: { template } })}>{t('sources.back_kind')}</Button>
            <Button type="submit" look="primary" busy={isSaving}>
              {t('sources.save_test')}
            </Button>
          </Bottom>
        )}
      />
      <p className="flex max-w-xl gap-1.5 text-[13px] text-ink-soft">
        <BadgeCheck aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        {t('sources.verified_help', { how: source.verification })}
      </p>
    </>
  )
}

/** The steps behind the choice of a kind. */
function OfKind({ source, step, connectionId }: { source: SourceJson; step: Step; connectionId: string | undefined }) {
  const connection = useQuery({
    ...api.connections.get.query({ params: { id: connectionId ?? '' } }),
    enabled: connectionId !== undefined,
  })
  if (connection.isLoadingError) return <Failure error={connection.error} again={() => connection.refetch()} />
  if (connectionId === undefined) return <SettingsStep key="new" source={source} connection={null} />
  if (!connection.data) return <Skeleton lines={5} />
  if (step === 'test') return <TestStep source={source} connection={connection.data} />
  if (step === 'table') return <TableStep source={source} connection={connection.data} />
  return <SettingsStep key={connectionId} source={source} connection={connection.data} />
}

/** From nothing to a table whose records are in sight, step by step; each step has its address. */
export function ConnectPage() {
  const { kind, connection, step = connection === undefined ? 'settings' : 'test' } = here.useSearch()
  const sources = useSources()
  const mayWrite = useMay('write')
  const source = sources.data?.results.find((one) => one.kind === kind)
  const now: Step = source === undefined ? 'kind' : connection === undefined ? 'settings' : step
  return (
    <Page title={source ? t('sources.connect_kind', { kind: source.title }) : t('sources.connect')}>
      {mayWrite ? (
        <>
          <Steps now={now} />
          {source === undefined && (kind === undefined || sources.data || sources.error) && <KindCards />}
          {source !== undefined && <OfKind source={source} step={now} connectionId={connection} />}
        </>
      ) : (
        <EmptyState title={t('sources.no_right')} help={t('sources.no_right_help')} />
      )}
    </Page>
  )
}
