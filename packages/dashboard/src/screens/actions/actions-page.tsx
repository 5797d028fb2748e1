import { fileTypes } from '@pictable/model/image'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ImageIcon, Play, Plus, Zap } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { ownPath } from '#dashboard/api/own-path.ts'
import { useMay } from '#dashboard/api/session.ts'
import type { Action } from '#dashboard/api/types.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { Until } from '#dashboard/parts/until.tsx'
import { t } from '#dashboard/strings/actions.ts'
import { buttonClass, IconButton } from '#dashboard/ui/button.tsx'
import { ResourceList } from '#dashboard/ui/resource-list.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { LastRun, useLastRun } from './last-run.tsx'
import { TemplatePicture } from './template-picture.tsx'

const RunDialog = lazily(() => import('./run-dialog.tsx'), 'RunDialog')

const rowHeightPx = 72

/** What the action made last; its template while it has made nothing. */
function ActionPicture({ action }: { action: Action }) {
  const run = useLastRun(action.id)
  // Looked up again only after another run: while one goes on, lists of images change all the time.
  const latest = useQuery({
    queryKey: ['action-picture', action.id, run?.finished_at ?? null],
    queryFn: ({ signal }) => client.images.list({ query: { action_id: action.id, limit: 1 }, signal }),
    enabled: run !== undefined && run !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.results[0]
  const template = useQuery(api.templates.get.query({ params: { id: action.template_id } })).data
  const url = latest && fileTypes[latest.format].contentType.startsWith('image/') ? latest.url : undefined
  return (
    <span className="relative grid h-12 w-20 place-items-center overflow-hidden rounded border border-line bg-sunken">
      {url ? (
        <img src={ownPath(url)} alt="" loading="lazy" decoding="async" className="size-full object-contain" />
      ) : template ? (
        <TemplatePicture template={template} />
      ) : (
        <ImageIcon aria-hidden className="size-4 text-ink-soft" />
      )}
    </span>
  )
}

/** When the clock, or a look at the table, may start it next. */
function NextTrigger({ actionId }: { actionId: string }) {
  const triggers = useQuery(api.triggers.list.all()).data?.results ?? []
  const own = triggers.filter((trigger) => trigger.action_id === actionId && trigger.active)
  const [next] = own.flatMap(({ next_at: at }) => at ?? []).toSorted()
  if (own.length === 0) return <span className="text-ink-soft">{t('actions.by_hand')}</span>
  return (
    <span className="grid">
      <span className="truncate">{t('actions.triggers_count', { count: own.length })}</span>
      {next !== undefined && (
        <span className="truncate text-[13px] text-ink-soft">
          <Until at={next} />
        </span>
      )}
    </span>
  )
}

function Title({ action }: { action: Action }) {
  return (
    <span className="grid">
      <Link
        to="/actions/$id"
        params={{ id: action.id }}
        tabIndex={-1}
        dir="auto"
        className="truncate font-medium hover:underline"
      >
        {action.title}
      </Link>
      <span dir="auto" className="truncate text-[13px] text-ink-soft">
        {action.view_name === null ? action.table_name : `${action.table_name} · ${action.view_name}`}
      </span>
      <span className="sm:hidden">
        <LastRun actionId={action.id} />
      </span>
    </span>
  )
}

const columns: readonly Column<Action>[] = [
  { id: 'picture', title: t('actions.picture'), width: '5rem', cell: (action) => <ActionPicture action={action} /> },
  { id: 'title', title: t('actions.action'), cell: (action) => <Title action={action} /> },
  {
    id: 'last',
    title: t('actions.last_run'),
    width: 'minmax(0,18rem)',
    wideOnly: true,
    cell: ({ id }) => <LastRun actionId={id} />,
  },
  {
    id: 'next',
    title: t('actions.starts_by'),
    width: 'minmax(0,10rem)',
    wideOnly: true,
    cell: ({ id }) => <NextTrigger actionId={id} />,
  },
]

function runColumn(run: (action: Action) => void): Column<Action> {
  return {
    id: 'run',
    title: t('actions.run'),
    width: '2.5rem',
    end: true,
    cell: (action) => (
      <IconButton label={t('actions.run_of', { title: action.title })} icon={<Play />} onClick={() => run(action)} />
    ),
  }
}

const emptyLine = `curl ${location.origin}/v1/actions -H "Authorization: Bearer $PICTABLE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"title": "Cards", "connection_id": "con_…", "base_id": "built-in", "table": "Products", "template_id": "tpl_…"}'`

/** What makes images: each ties a table to a template. */
export function ActionsPage() {
  const navigate = useNavigate()
  const [mayWrite, mayRun] = [useMay('write'), useMay('trigger')]
  const [running, setRunning] = useState<Action | null>(null)
  const list = usePages(api.actions.list.pages({ query: { limit: 50 } }))
  const add = mayWrite && (
    <Link to="/actions/new" className={buttonClass('primary')}>
      <Plus aria-hidden />
      {t('actions.new')}
    </Link>
  )
  return (
    <ResourceList
      title={t('actions.title')}
      lead={t('actions.lead')}
      list={list}
      lines={6}
      add={add}
      empty={{ icon: <Zap aria-hidden />, title: t('actions.empty'), help: t('actions.empty_help'), line: emptyLine }}
      dialogs={<Suspense>{running && <RunDialog action={running} onClose={() => setRunning(null)} />}</Suspense>}
    >
      <Table
        label={t('actions.title')}
        columns={mayRun ? [...columns, runColumn(setRunning)] : columns}
        items={list.items}
        keyOf={({ id }) => id}
        rowHeightPx={rowHeightPx}
        onOpen={({ id }) => void navigate({ to: '/actions/$id', params: { id } })}
        onEnd={list.loadMore}
      />
    </ResourceList>
  )
}
