import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { localTime, plainText, typedValue } from '#dashboard/parts/cells/cell-value.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import type { FieldJson } from './table.ts'

/** Where the active cell goes once this one is done. */
export type Leaving = 'down' | 'up' | 'next' | 'before' | 'stay'

interface CellEditorProps {
  field: FieldJson
  value: unknown
  /** What was typed to begin with, in place of the value. */
  typed: string | null
  /** Values that stand in the column already. */
  known: readonly string[]
  onDone: (value: unknown, leaving: Leaving) => void
  onCancel: () => void
}

const boxClass =
  'absolute inset-0 z-20 h-full w-full border-0 bg-raised px-2 text-ink shadow-float outline-2 outline-accent -outline-offset-1'

const longKinds: readonly string[] = ['text', 'rich_text', 'json']

function inputType(kind: string, typed: string | null): string {
  if (typed !== null) return 'text'
  if (kind === 'date') return 'date'
  return kind === 'date_time' ? 'datetime-local' : 'text'
}

function startOf(kind: string, type: string, value: unknown): string {
  return kind === 'date_time' && type !== 'text' ? localTime(value) : plainText(value)
}

function endOf(type: string, text: string): unknown {
  if (type !== 'datetime-local' || text === '') return typedValue(text)
  return new Date(text).toISOString()
}

function leavingOf({ key, shiftKey }: KeyboardEvent): Leaving | null {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'before' : 'next'
  return null
}

/** What is typed, and the keys that end it. */
function useTyping({ field, value, typed, onDone, onCancel }: CellEditorProps) {
  const type = inputType(field.kind, typed)
  const start = startOf(field.kind, type, value)
  const [text, setText] = useState(typed ?? start)
  const isOver = useRef(false)
  const end = (leaving: Leaving) => {
    if (isOver.current) return
    isOver.current = true
    onDone(text === start ? value : endOf(type, text), leaving)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    event.stopPropagation()
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      isOver.current = true
      onCancel()
    } else if (event.key === 'Enter' && event.altKey && longKinds.includes(field.kind)) {
      const { selectionStart: at, selectionEnd: until } = event.currentTarget
      setText(`${text.slice(0, at ?? text.length)}\n${text.slice(until ?? text.length)}`)
    } else {
      const leaving = leavingOf(event)
      if (leaving === null) return
      end(leaving)
    }
    event.preventDefault()
  }
  return { type, text, setText, end, onKeyDown }
}

/** Where a cell is typed in. Enter and Tab keep it, Escape does not; Alt and Enter is a new line. */
export function CellEditor(props: CellEditorProps) {
  const { field, known } = props
  const listId = useId()
  const { type, text, setText, end, onKeyDown } = useTyping(props)
  const shared = {
    'aria-label': field.name,
    dir: 'auto',
    value: text,
    onKeyDown,
    onBlur: () => end('stay'),
    onPaste: (event: { stopPropagation: () => void }) => event.stopPropagation(),
  }
  if (longKinds.includes(field.kind))
    return (
      <textarea
        {...shared}
        ref={takeFocus}
        rows={Math.min(8, Math.max(1, text.split('\n').length))}
        className={`${boxClass} h-auto! min-h-full resize-none py-1.5`}
        onChange={(event) => setText(event.target.value)}
      />
    )
  return (
    <>
      <input
        {...shared}
        ref={takeFocus}
        type={type}
        inputMode={field.kind === 'number' ? 'decimal' : undefined}
        list={known.length > 0 ? listId : undefined}
        className={boxClass}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={listId}>
        {known.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </>
  )
}

/** The cursor begins behind what is there. */
function takeFocus(box: HTMLInputElement | HTMLTextAreaElement | null): void {
  if (box === null || box === document.activeElement) return
  box.focus({ preventScroll: true })
  if (box.type === 'text' || box.type === 'textarea') box.setSelectionRange(box.value.length, box.value.length)
}
