import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ImageIcon } from 'lucide-react'
import { api, longPage } from '#dashboard/api/api.ts'
import type { Run, RunRecord } from '#dashboard/api/types.ts'
import { useLongList } from '#dashboard/api/use-long-list.ts'
import { DownloadImages } from '#dashboard/parts/images/download-images.tsx'
import { isUnderWay, recordWords } from '#dashboard/parts/runs/run-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { RecordDetails } from './record-details.tsx'
import { RecordFilters } from './record-filters.tsx'
import { RecordPicture } from './record-picture.tsx'

const route = getRouteApi('/frame/runs/$id')
const rowHeightPx = 56

const columns: readonly Column<RunRecord>[] = [
  { id: 'picture', title: t('runs.picture'), width: '4.5rem', cell: (record) => <RecordPicture record={record} /> },
  {
    id: 'record',
    title: t('runs.record'),
    width: 'minmax(0,16rem)',
    cell: (record) => (
      <>
        <span dir="auto" className="block truncate font-medium">
          {record.label}
        </span>
        <div className="sm:hidden">
          <RecordWords record={record} />
        </div>
      </>
    ),
  },
  { id: 'outcome', title: t('runs.outcome'), width: '7rem', cell: ({ state }) => <Status state={state} /> },
  {
    id: 'words',
    title: t('runs.what_happened'),
    wideOnly: true,
    cell: (record) => <RecordWords record={record} />,
  },
  {
    id: 'finished',
    title: t('runs.finished'),
    width: '6.5rem',
    wideOnly: true,
    end: true,
    cell: ({ finished_at: at }) => at && <Time at={at} />,
  },
]

const wordTones: Readonly<Partial<Record<RunRecord['state'], string>>> = { failed: 'text-bad', rendered: 'text-warn' }

function RecordWords({ record }: { record: RunRecord }) {
  const words = recordWords(record)
  return (
    <span
      dir="auto"
      title={words}
      className={`line-clamp-1 text-[13px] leading-snug sm:line-clamp-2 whitespace-normal ${wordTones[record.state] ?? 'text-ink-soft'}`}
    >
      {words}
    </span>
  )
}

/** What became of each record: filtered by outcome or warning, live, however many there are. */
export function RunRecords({ run }: { run: Run }) {
  const { outcome, warning, reason, record: openPlace } = route.useSearch()
  const navigate = useNavigate({ from: '/runs/$id' })
  const list = useLongList<RunRecord>(
    (after) =>
      api.runs.records.query({
        params: { id: run.id },
        query: {
          limit: longPage,
          ...after,
          ...(outcome && { state: outcome }),
          ...(warning && { warnings: warning === 'any' ? 'true' : warning }),
          ...(reason && { failure_group: reason }),
        },
      }),
    { atLeast: openPlace === undefined ? 0 : openPlace + 1 },
  )
  const open = (record: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, record }), resetScroll: false })
  const opened = list.items.find(({ n }) => n === openPlace)
  return (
    <Section
      title={t('runs.records')}
      aside={run.rendered > 0 && !isUnderWay(run) && <DownloadImages size="small" query={{ run_id: run.id }} />}
    >
      <RecordFilters run={run} />
      <Listing list={list} lines={6} empty={<NoRecords run={run} />}>
        <Table
          label={t('runs.records')}
          columns={columns}
          items={list.items}
          keyOf={({ n }) => String(n)}
          rowHeightPx={rowHeightPx}
          onSight={list.look}
          onOpen={({ n }) => open(n)}
        />
      </Listing>
      {opened && <RecordDetails record={opened} run={run} onClose={() => open(undefined)} />}
    </Section>
  )
}

function NoRecords({ run }: { run: Run }) {
  const { outcome, warning, reason } = route.useSearch()
  const isFiltered = [outcome, warning, reason].some((filter) => filter !== undefined)
  const help = isUnderWay(run) ? t('runs.records_coming') : t('runs.no_records_view')
  return (
    <EmptyState
      icon={<ImageIcon aria-hidden />}
      title={t('runs.no_records')}
      help={isFiltered ? t('runs.no_records_help') : help}
      action={
        isFiltered && (
          <Link to="/runs/$id" params={{ id: run.id }} className={buttonClass()}>
            {t('runs.show_all')}
          </Link>
        )
      }
    />
  )
}
