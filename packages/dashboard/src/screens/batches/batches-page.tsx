import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { api, longPage } from '#dashboard/api/api.ts'
import { useLongList } from '#dashboard/api/use-long-list.ts'
import { HowFar, OutcomeCounts } from '#dashboard/parts/runs/run-counts.tsx'
import { t } from '#dashboard/strings/batches.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { Preview } from '#dashboard/ui/preview.tsx'
import { ResourceList } from '#dashboard/ui/resource-list.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { type ListedBatch, LOOK_FOR_NEW_MS, READ_AGAIN_MS, statusOf } from './batch.ts'

function Counts({ batch }: { batch: ListedBatch }) {
  const { total, pending, failed } = batch
  if (pending === 0)
    return (
      <span className="block truncate text-[13px] text-ink-soft tabular-nums">
        <OutcomeCounts counts={batch} />
      </span>
    )
  const done = total - pending
  return <HowFar done={done} total={total} failed={failed} words={t('batches.of', { done, total })} />
}

function Pictures({ batch }: { batch: ListedBatch }) {
  return (
    <span className="flex gap-1">
      {batch.preview_urls.map((url) => (
        <span key={url} className="relative h-10 w-14 shrink-0 overflow-hidden rounded border border-line bg-sunken">
          <Preview url={url} alt="" />
        </span>
      ))}
    </span>
  )
}

const columns: readonly Column<ListedBatch>[] = [
  {
    id: 'images',
    title: t('batches.images'),
    width: '15rem',
    wideOnly: true,
    cell: (batch) => <Pictures batch={batch} />,
  },
  {
    id: 'batch',
    title: t('batches.batch'),
    cell: (batch) => (
      <>
        <Link
          to="/batches/$id"
          params={{ id: batch.id }}
          tabIndex={-1}
          className="block truncate font-mono text-xs hover:underline"
        >
          {batch.id}
        </Link>
        <div className="sm:hidden">
          <Counts batch={batch} />
        </div>
      </>
    ),
  },
  { id: 'state', title: t('batches.outcome'), width: '11.5rem', cell: (batch) => <Status state={statusOf(batch)} /> },
  {
    id: 'progress',
    title: t('batches.progress'),
    width: 'minmax(0,13rem)',
    wideOnly: true,
    cell: (batch) => <Counts batch={batch} />,
  },
  {
    id: 'created',
    title: t('batches.created'),
    width: '6.5rem',
    wideOnly: true,
    end: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
]

/** Every batch of images, newest first, live while they are rendered. */
export function BatchesPage() {
  const navigate = useNavigate()
  const template = useQuery(api.templates.list.query({ query: { limit: 1 } })).data?.results[0]
  const list = useLongList<ListedBatch>((after) => ({
    ...api.imageBatches.list.query({ query: { limit: longPage, ...after } }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ pending }) => pending > 0) ? READ_AGAIN_MS : LOOK_FOR_NEW_MS,
  }))
  const line = `curl ${location.origin}/v1/images/batch -H "Authorization: Bearer $PICTABLE_KEY" \\
  -H "Content-Type: application/json" -d '{"items":[{"template_id":"${template?.id ?? '<template id>'}"}]}'`
  return (
    <ResourceList
      title={t('batches.title')}
      lead={t('batches.lead')}
      list={list}
      lines={8}
      add={false}
      empty={{ icon: <Layers aria-hidden />, title: t('batches.empty'), help: t('batches.empty_help'), line }}
    >
      <Table
        label={t('batches.list')}
        columns={columns}
        items={list.items}
        keyOf={({ id }) => id}
        rowHeightPx={60}
        onSight={list.look}
        onOpen={({ id }) => void navigate({ to: '/batches/$id', params: { id } })}
      />
    </ResourceList>
  )
}
