import { ExpressionError } from '@pictable/renderer/expressions'
import { readBound, shownValues } from '@pictable/renderer/read-bound'
import { localeOf } from '@pictable/renderer/template'
import { onInvalidOf } from '#dashboard/screens/editor/inspector/unlink.ts'
import { valueWords } from '#dashboard/screens/editor/inspector/value-words.ts'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import { recordName } from '#dashboard/screens/editor/session/record-actions.ts'
import type { PreviewRecord } from '#dashboard/screens/editor/session/state.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/binding.ts'
import { type Filled, unfitReason, unfitWords } from './unfit.ts'

const MAX_RECORDS = 3

interface Result {
  readonly text: string
  readonly isBad: boolean
  /** The property does not take it. */
  readonly isInvalid?: boolean
}

type Reading = Parameters<typeof readBound>[1]

/** What the binding gives for a record, in words; in place of what the property does not take, its fallback, or why. */
function resultFor(
  written: unknown,
  filled: Filled,
  { onInvalid, ...context }: Reading & { onInvalid: unknown },
): Result {
  const result = ownResult(written, filled, context)
  const fallback = onInvalid === 'fallback' ? valueWords(partAt(written, 'fallback')) : ''
  if (result.isInvalid !== true || fallback === '') return result
  return { text: t('binding.is_fallback', { value: fallback }), isBad: false }
}

/** Whether a layer is shown. */
function resultOfCondition(written: unknown, context: Reading): Result {
  const [isShown] = shownValues(written, { ...context, isPicture: false })
  if (typeof isShown !== 'boolean') return { text: t('binding.unreadable'), isBad: true }
  return { text: t(isShown ? 'binding.is_shown' : 'binding.is_hidden'), isBad: false }
}

function ownResult(written: unknown, filled: Filled, context: Reading): Result {
  try {
    if (partAt(written, 'when') !== undefined) return resultOfCondition(written, context)
    const read = readBound(written, context)
    const text = valueWords(read?.value)
    const [problem] = read?.problems ?? []
    if (problem !== undefined) return { text: problem, isBad: true }
    if (text === '') return { text: t('inspector.field_empty'), isBad: false }
    const reason = unfitReason(written, filled, context)
    if (reason !== undefined) return { text: unfitWords(text, reason), isBad: true, isInvalid: true }
    return { text: read?.isFallback ? t('binding.is_fallback', { value: text }) : text, isBad: false }
  } catch (error) {
    if (error instanceof ExpressionError) return { text: error.message, isBad: true, isInvalid: true }
    throw error
  }
}

/** The one that is shown, then others. */
function threeOf(records: readonly PreviewRecord[], at: number | null): readonly PreviewRecord[] {
  const start = at ?? 0
  return [...records.slice(start), ...records.slice(0, start)].slice(0, MAX_RECORDS)
}

/** What a binding gives for three records; for the sample values without any. */
export function ThreeRecords({ written, ...filled }: Filled & { written: unknown }) {
  const records = useEditor((state) => state.records)
  const at = useEditor((state) => state.record)
  const sample = useEditor(({ document }) => document.sample)
  const onInvalid = useEditor(onInvalidOf)
  const design = useEditor(({ document }) => document.design)
  const shown = records.length > 0 ? threeOf(records, at) : []
  const rows = [
    ...shown.map((record) => ({ key: record.record_id, label: recordName(record), values: record.values })),
    ...(shown.length === 0 ? [{ key: '', label: recordName(null), values: sample }] : []),
  ]
  return (
    <dl aria-label={t('binding.results')} className="grid gap-0.5 rounded-md bg-sunken px-2 py-1.5 text-xs">
      {rows.map(({ key, label, values }) => {
        const { text, isBad } = resultFor(written, filled, { values, locale: localeOf(design, values), onInvalid })
        return (
          <div key={key} className="grid grid-cols-2 gap-2">
            <dt dir="auto" className="truncate text-ink-soft">
              {label}
            </dt>
            <dd dir="auto" title={text} className={isBad ? 'wrap-anywhere text-bad' : 'truncate text-ink'}>
              {text}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
