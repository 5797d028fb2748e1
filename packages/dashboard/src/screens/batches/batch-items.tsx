import { batchItemStates } from '@pictable/model/batch'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ImageIcon, ImageOff } from 'lucide-react'
import { api, longPage } from '#dashboard/api/api.ts'
import { useLongList } from '#dashboard/api/use-long-list.ts'
import { previewOf } from '#dashboard/parts/images/image-words.ts'
import { t } from '#dashboard/strings/batches.ts'
import { chipClass, Status } from '#dashboard/ui/badge.tsx'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Preview } from '#dashboard/ui/preview.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { type Batch, type BatchItem, READ_AGAIN_MS } from './batch.ts'
import { ItemDetails } from './item-details.tsx'

const route = getRouteApi('/frame/batches/$id')

function Picture({ item: { state, image } }: { item: BatchItem }) {
  return (
    <span
      className={classNames(
        'relative grid h-10 w-18 place-items-center overflow-hidden rounded border border-line bg-sunken',
        state === 'pending' && 'animate-pulse',
      )}
    >
      {image !== null && <Preview url={previewOf(image)} alt="" />}
      {state === 'failed' && <ImageOff aria-hidden className="size-4 text-bad" />}
    </span>
  )
}

function Words({ item: { state, image, error } }: { item: BatchItem }) {
  const gone = state === 'rendered' && t('batches.image_gone')
  return (
    <span
      dir="auto"
      title={error?.message}
      className={classNames(
        'line-clamp-2 text-[13px] leading-snug whitespace-normal',
        error ? 'text-bad' : 'text-ink-soft',
      )}
    >
      {error ? error.message : image ? t('batches.size', { ...image, format: image.format.toUpperCase() }) : gone}
    </span>
  )
}

const columns: readonly Column<BatchItem>[] = [
  { id: 'index', title: t('batches.index'), width: '3.5rem', end: true, cell: ({ index }) => index },
  { id: 'picture', title: t('batches.picture'), width: '4.5rem', cell: (item) => <Picture item={item} /> },
  { id: 'outcome', title: t('batches.outcome'), width: '7rem', cell: ({ state }) => <Status state={state} /> },
  { id: 'result', title: t('batches.result'), cell: (item) => <Words item={item} /> },
  {
    id: 'finished',
    title: t('batches.finished'),
    width: '6.5rem',
    wideOnly: true,
    end: true,
    cell: ({ finished_at: at }) => at && <Time at={at} />,
  },
]

/** What became of each item, in the order of the request. */
export function BatchItems({ batch }: { batch: Batch }) {
  const { outcome, item: openIndex } = route.useSearch()
  const navigate = useNavigate({ from: '/batches/$id' })
  const list = useLongList<BatchItem>(
    (after) => ({
      ...api.imageBatches.get.query({
        params: { id: batch.id },
        query: { limit: longPage, ...after, ...(outcome && { state: outcome }) },
      }),
      // A filtered page can gain or lose items as long as any is pending.
      refetchInterval: ({ state: { data } }) => isLive(data?.results, batch) && READ_AGAIN_MS,
    }),
    { atLeast: openIndex === undefined ? 0 : openIndex + 1 },
  )
  const open = (item: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, item }), resetScroll: false })
  const opened = list.items.find(({ index }) => index === openIndex)
  return (
    <Section title={t('batches.items')}>
      <Outcomes batch={batch} />
      <Listing list={list} lines={6} empty={<NoItems batch={batch} />}>
        <Table
          label={t('batches.items')}
          columns={columns}
          items={list.items}
          keyOf={({ index }) => String(index)}
          rowHeightPx={56}
          onSight={list.look}
          onOpen={({ index }) => open(index)}
        />
      </Listing>
      {opened && <ItemDetails item={opened} onClose={() => open(undefined)} />}
    </Section>
  )
}

function isLive(items: readonly BatchItem[] | undefined, { pending }: Batch): boolean {
  return pending > 0 || items?.some(({ state }) => state === 'pending') === true
}

function Outcomes({ batch }: { batch: Batch }) {
  const { outcome } = route.useSearch()
  const found = batchItemStates.filter((state) => batch[state] > 0 || outcome === state)
  const chip = (state: typeof outcome, count: number, words: string) => (
    <Link
      key={state ?? 'all'}
      to="/batches/$id"
      params={{ id: batch.id }}
      search={{ outcome: state }}
      resetScroll={false}
      aria-current={outcome === state ? 'true' : undefined}
      className={chipClass(outcome === state)}
    >
      {words}
      <Quantity value={count} />
    </Link>
  )
  return (
    <nav aria-label={t('batches.filter')} className="flex flex-wrap gap-1.5">
      {chip(undefined, batch.total, t('batches.all'))}
      {found.map((state) => chip(state, batch[state], t(`status.${state}`)))}
    </nav>
  )
}

function NoItems({ batch }: { batch: Batch }) {
  return (
    <EmptyState
      icon={<ImageIcon aria-hidden />}
      title={t('batches.no_items')}
      help={t('batches.no_items_help')}
      action={
        <Link to="/batches/$id" params={{ id: batch.id }} className={buttonClass()}>
          {t('batches.show_all')}
        </Link>
      }
    />
  )
}
