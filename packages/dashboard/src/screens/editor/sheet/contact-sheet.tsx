import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { ArrowDownWideNarrow, ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { kept } from '#dashboard/api/kept.ts'
import { personal } from '#dashboard/api/personal.ts'
import { DrawerEdge, useDrawerHeight } from '#dashboard/screens/editor/drawers/drawer-edge.tsx'
import { recordName } from '#dashboard/screens/editor/session/record-actions.ts'
import type { PreviewRecord } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { RECORDS_KEY } from '#dashboard/screens/editor/session/use-records.ts'
import { t as inEditor } from '#dashboard/strings/editing.ts'
import { t } from '#dashboard/strings/sheet.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { hasNothing, isBlank } from './has-nothing.ts'
import { toCanvas, usePassOnFocus } from './pass-on-focus.ts'
import type { Sheet } from './sheet.ts'
import { setSheet } from './sheet-switch.ts'
import { countWarnings, isShrunk } from './sort-by-fit.ts'
import { TileList } from './tile-list.tsx'
import { useOrder, useSheet } from './use-sheet.ts'

/** As many are looked at together. */
const PAGE = 24

/** Real records side by side, as the design shows them while it is edited. */
export function ContactSheet() {
  const sheet = useSheet()
  const [height, setHeight] = useDrawerHeight('sheet')
  const isLow = useEditor(hasNothing)
  const section = useRef<HTMLElement>(null)
  usePassOnFocus(section, toCanvas)
  return (
    <section
      ref={section}
      data-part
      aria-label={inEditor('data.sheet')}
      style={isLow ? {} : { height, minHeight: 100 }}
      className="grid shrink grid-rows-[auto_auto_minmax(0,1fr)] border-t border-line bg-ground"
    >
      {isLow ? <div /> : <DrawerEdge label={t('sheet.height')} height={height} onChange={setHeight} />}
      {sheet && <Content sheet={sheet} />}
    </section>
  )
}

/** The page of records with the one that is on the canvas, or another one that was turned to. */
function usePageOfRecords() {
  const records = useEditor((state) => state.records)
  const at = useEditor((state) => state.record)
  const [page, setPage] = useState(0)
  const [seen, setSeen] = useState(at)
  if (seen !== at) {
    setSeen(at)
    if (at !== null) setPage(Math.floor(at / PAGE))
  }
  const last = Math.max(0, Math.ceil(records.length / PAGE) - 1)
  const shown = Math.min(page, last)
  return { all: records, records: records.slice(shown * PAGE, (shown + 1) * PAGE), page: shown, last, setPage }
}

function useSorting() {
  const key = personal('editor.sheet-sort')
  const [isByFit, setByFit] = useState(() => kept.get(key) === 'fit')
  const change = (next: boolean) => {
    kept.set(key, next ? 'fit' : 'records')
    setByFit(next)
  }
  return { isByFit, setByFit: change }
}

function Content({ sheet }: { sheet: Sheet }) {
  const { all, records, page, last, setPage } = usePageOfRecords()
  const { isByFit, setByFit } = useSorting()
  const order = useOrder(sheet, records, isByFit)
  const isEmpty = useEditor(isBlank)
  const hasRecords = records.length > 0 && !isEmpty
  return (
    <>
      <Head>
        {hasRecords && <Summary sheet={sheet} records={records} />}
        <Failed />
        <div className="grow" />
        {hasRecords && records.length > 1 && !isByFit && (
          <span title={t('sheet.order_help')} className="text-[13px] whitespace-nowrap text-ink-soft">
            {t('sheet.order')}
          </span>
        )}
        {order.isOld && <SortAgain onClick={order.sortAgain} />}
        {hasRecords && records.length > 1 && (
          <Button
            size="small"
            look={isByFit ? 'plain' : 'quiet'}
            icon={<ArrowDownWideNarrow />}
            aria-pressed={isByFit}
            hint={t('sheet.sort_help')}
            onClick={() => setByFit(!isByFit)}
          >
            {t('sheet.sort')}
          </Button>
        )}
        {hasRecords && <DownloadButton />}
        {hasRecords && last > 0 && <Pages count={all.length} page={page} last={last} onChange={setPage} />}
      </Head>
      {hasRecords ? <TileList sheet={sheet} records={order.records} /> : <Nothing isEmpty={isEmpty} />}
    </>
  )
}

/** Beside the button that sorts. */
const toSorting = (gone: Element) => gone.nextElementSibling

function SortAgain({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  usePassOnFocus(button, toSorting)
  return (
    <Button ref={button} size="small" look="quiet" hint={t('sheet.sort_again_help')} onClick={onClick}>
      {t('sheet.sort_again')}
    </Button>
  )
}

/** Images of these records, without an action. */
function DownloadButton() {
  const session = useSession()
  return (
    <Button
      size="small"
      look="quiet"
      icon={<Download />}
      hint={t('sheet.download_help')}
      onClick={() => session.set({ dialog: 'export' })}
    >
      {t('sheet.download')}
    </Button>
  )
}

function Head({ children }: { children: ReactNode }) {
  const session = useSession()
  return (
    <div className="flex h-9 items-center gap-2 overflow-x-auto overflow-y-hidden border-b border-line px-3">
      <h2 className="font-semibold whitespace-nowrap">{inEditor('data.sheet')}</h2>
      {children}
      <IconButton size="small" label={t('sheet.close')} icon={<X />} onClick={() => setSheet(session, false)} />
    </div>
  )
}

interface PagesProps {
  count: number
  page: number
  last: number
  onChange: (page: number) => void
}

function Pages({ count, page, last, onChange }: PagesProps) {
  const [from, to] = [page * PAGE + 1, Math.min(count, (page + 1) * PAGE)]
  return (
    <div className="flex items-center gap-1 whitespace-nowrap">
      <IconButton
        size="small"
        label={t('sheet.previous')}
        icon={<ChevronLeft className="rtl:rotate-180" />}
        disabled={page === 0}
        onClick={() => onChange(page - 1)}
      />
      <span className="text-ink-soft tabular-nums">{t('sheet.range', { from, to, count })}</span>
      <IconButton
        size="small"
        label={t('sheet.next')}
        icon={<ChevronRight className="rtl:rotate-180" />}
        disabled={page === last}
        onClick={() => onChange(page + 1)}
      />
    </div>
  )
}

function summaryOf(sheet: Sheet, records: readonly PreviewRecord[]): string {
  const fits = records.flatMap(({ record_id }) => sheet.factsOf(record_id)?.fit ?? [])
  if (fits.length < records.length) return t('sheet.drawing')
  const warned = fits.filter((fit) => countWarnings(fit) > 0).length
  const shrunk = fits.filter(isShrunk).length
  const all = records.length
  const first =
    warned === 0
      ? t('sheet.fine', { count: all })
      : all === 1
        ? t('sheet.warned_only')
        : t('sheet.warned', { count: warned, all })
  return shrunk === 0 ? first : `${first} · ${t('sheet.shrunk', { count: shrunk })}`
}

/** How many records the design does not suit, said once all are drawn; and the record that one steps to. */
function Summary({ sheet, records }: { sheet: Sheet; records: readonly PreviewRecord[] }) {
  const words = useSyncExternalStore(sheet.subscribe, () => summaryOf(sheet, records))
  const ids = records.map(({ record_id }) => record_id)
  const hasDrawn = useSyncExternalStore(sheet.subscribe, () => sheet.hasDrawn(ids))
  const [said, setSaid] = useState('')
  if (hasDrawn && said !== words) setSaid(words)
  const current = useEditor((state) => (state.record === null ? null : recordName(state.records[state.record])))
  return (
    <>
      <p className="truncate text-ink-soft">{words}</p>
      <p role="status" aria-label={inEditor('data.sheet')} className="sr-only">
        {current !== null && `${t('sheet.current', { name: current })}. `}
        {said}
      </p>
    </>
  )
}

/** Why records cannot be read, and a way to try that again. */
function Failed() {
  const queries = useQueryClient()
  const isReading = useIsFetching({ queryKey: [RECORDS_KEY] }) > 0
  const error = useEditor((state) => state.recordSource.error)
  if (error === null) return null
  return (
    <div role="alert" className="flex items-center gap-2 text-bad">
      <p className="min-w-0 truncate" data-tooltip={error}>
        {error}
      </p>
      <Button size="small" busy={isReading} onClick={() => void queries.invalidateQueries({ queryKey: [RECORDS_KEY] })}>
        {inEditor('ui.retry')}
      </Button>
    </div>
  )
}

/** Why there is nothing to see, and what to do. */
function Nothing({ isEmpty }: { isEmpty: boolean }) {
  const { of, error, fields } = useEditor((state) => state.recordSource)
  if (error !== null) return <div />
  if (of !== null && fields === null) {
    return (
      <div className="p-3">
        <Skeleton lines={3} />
      </div>
    )
  }
  const words = of === null ? 'sheet.no_source' : isEmpty ? 'sheet.empty_page' : 'sheet.no_records'
  return <p className="p-3 text-ink-soft">{t(words)}</p>
}
