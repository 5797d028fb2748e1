import type { BecauseCode } from '@pictable/model/preview'
import { showRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'

const shown = ['longest_text', 'emptiest', 'right_to_left', 'missing_image'] as const satisfies readonly BecauseCode[]

/** Records on which the design most likely breaks. */
export function WorstChips() {
  const session = useSession()
  const records = useEditor((state) => state.records)
  const at = useEditor((state) => state.record)
  const chips = shown.flatMap((code) => {
    const place = records.findIndex(({ because }) => because.some((each) => each.code === code))
    const message = records[place]?.because.find((each) => each.code === code)?.message
    return message === undefined ? [] : [{ code, place, message }]
  })
  if (chips.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t('data.worst')}</legend>
      {chips.map(({ code, place, message }) => (
        <button
          key={code}
          type="button"
          aria-pressed={place === at}
          data-tooltip={message}
          onClick={() => showRecord(session, place)}
          className="min-h-[24px] rounded-md border border-line bg-raised px-1.5 text-xs text-ink-soft hover:bg-hover hover:text-ink aria-pressed:border-accent/40 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        >
          {t(`data.${code}`)}
        </button>
      ))}
    </fieldset>
  )
}
