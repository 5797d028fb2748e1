import { Popover } from '@base-ui/react/popover'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { client } from '#dashboard/api/client.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { placeByKey } from '#dashboard/screens/editor/popovers/list-keys.ts'
import { ListOption, optionId, useOptionInView } from '#dashboard/screens/editor/popovers/list-option.tsx'
import { chooseRecord, recordName, showRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import type { PreviewRecord } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { RECORDS_KEY } from '#dashboard/screens/editor/session/use-records.ts'
import { t } from '#dashboard/strings/editing.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { compactClass } from '#dashboard/ui/fields/input.tsx'
import { itemClass, popupClass } from '#dashboard/ui/popup.ts'
import { useSettled } from '#dashboard/ui/use-settled.ts'
import { WorstChips } from './worst-chips.tsx'

/** Those that are known and called so, then what the server finds in any field. */
function useFound(typed: string): { found: readonly PreviewRecord[]; words: string | null } {
  const known = useEditor((state) => state.records)
  const of = useEditor((state) => state.recordSource.of)
  const design = useEditor(({ document }) => document.design)
  const settled = useSettled(typed.trim())
  const { data, error, isFetching } = useQuery({
    queryKey: [RECORDS_KEY, 'search', JSON.stringify(of), settled],
    queryFn: ({ signal }) =>
      of && client.templates.records({ body: { source: of, design: { ...design }, search: settled }, signal }),
    enabled: of !== null && settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const wanted = typed.trim().toLowerCase()
  const near = known.filter(({ label }) => label.toLowerCase().includes(wanted))
  const others = wanted === '' ? [] : (data?.results ?? [])
  const found = [...near, ...others.filter(({ record_id }) => near.every((each) => each.record_id !== record_id))]
  if (wanted === '') return { found, words: null }
  if (error) return { found, words: errorWords(error) }
  const isAsking = isFetching || settled !== typed.trim()
  if (isAsking) return { found, words: t('data.searching') }
  if (found.length === 0) return { found, words: t('data.no_record') }
  return { found, words: data?.complete === false ? t('data.first_records') : null }
}

/** The list of records, by keyboard as well: arrows choose, Enter shows. */
function RecordList({ onDone }: { onDone: () => void }) {
  const session = useSession()
  const id = useId()
  const [typed, setTyped] = useState('')
  const shown = useEditor(({ records, record }) => (record === null ? null : (records[record]?.record_id ?? null)))
  // Enter changes nothing before another one is chosen. The sample values come before the records.
  const [active, setActive] = useState((session.state.record ?? -1) + 1)
  const { found, words } = useFound(typed)
  const options = typed.trim() === '' ? [null, ...found] : found
  const at = Math.min(active, options.length - 1)
  useOptionInView(id, at)
  const choose = (record: PreviewRecord | null | undefined) => {
    if (record === undefined) return
    if (record === null) showRecord(session, null)
    else chooseRecord(session, record)
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const next = placeByKey(event.key, { count: options.length, active: at })
    if (event.key === 'Enter') choose(options[at])
    else if (next !== undefined) setActive(next)
    else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-2 p-1">
      <input
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={options.length > 0 ? optionId(id, at) : undefined}
        aria-label={t('data.find_record')}
        placeholder={t('data.find_record')}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        className={`${compactClass} h-7`}
      />
      <WorstChips />
      <div id={`${id}-list`} role="listbox" aria-label={t('data.records')} className="max-h-72 overflow-y-auto">
        {options.map((record, index) => (
          <ListOption
            key={record?.record_id ?? ''}
            listId={id}
            at={index}
            isActive={index === at}
            isChosen={(record?.record_id ?? null) === shown}
            onPoint={() => setActive(index)}
            onChoose={() => choose(record)}
            className={`${itemClass} aria-selected:font-medium aria-selected:text-accent-ink`}
          >
            <span dir="auto" className="truncate">
              {recordName(record)}
            </span>
          </ListOption>
        ))}
      </div>
      <p role="status" className="px-1.5 text-xs text-ink-soft empty:hidden">
        {words}
      </p>
    </div>
  )
}

/** The record that is shown, and the way to any other one. */
export function RecordChooser() {
  const [isOpen, setOpen] = useState(false)
  const shown = useEditor(({ records, record }) => recordName(record === null ? null : records[record]))
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={t('data.choose_record', { name: shown })}
        className="flex h-8 max-w-48 min-w-14 items-center gap-1 rounded-md px-1.5 hover:bg-hover"
      >
        <span dir="auto" className="truncate">
          {shown}
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} className="z-50">
          <Popover.Popup aria-label={t('data.records')} className={`${popupClass} w-72`}>
            <RecordList onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
