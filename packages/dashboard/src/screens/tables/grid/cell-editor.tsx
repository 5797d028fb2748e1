import { type KeyboardEvent, useId, useRef } from 'react'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import type { FieldJson } from './table.ts'
import { inputType, startText, type TypedCell, typedResult } from './typed-cell.ts'

/** Where the active cell goes once this one is done. */
export type Leaving = 'down' | 'up' | 'next' | 'before' | 'stay'

interface CellEditorProps {
  cell: TypedCell & { field: FieldJson }
  /** Values that stand in the column already. */
  known: readonly string[]
  onType: (text: string) => void
  onDone: (value: unknown, leaving: Leaving) => void
  onCancel: () => void
}

const boxClass =
  'absolute inset-0 z-20 h-full w-full border-0 bg-raised px-2 text-ink shadow-float outline-2 outline-accent -outline-offset-1'

const longKinds: readonly string[] = ['text', 'rich_text', 'json']

function leavingOf({ key, shiftKey }: KeyboardEvent): Leaving | null {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'before' : 'next'
  return null
}

/** What is typed, and the keys that end it. */
function useTyping({ cell, onType, onDone, onCancel }: CellEditorProps) {
  const text = cell.text ?? startText(cell)
  const isOver = useRef(false)
  const end = (leaving: Leaving) => {
    if (isOver.current) return
    isOver.current = true
    onDone(typedResult(cell), leaving)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    event.stopPropagation()
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      isOver.current = true
      onCancel()
    } else if (event.key === 'Enter' && event.altKey && longKinds.includes(cell.field.kind)) {
      const { selectionStart: at, selectionEnd: until } = event.currentTarget
      onType(`${text.slice(0, at ?? text.length)}\n${text.slice(until ?? text.length)}`)
    } else {
      const leaving = leavingOf(event)
      if (leaving === null) return
      end(leaving)
    }
    event.preventDefault()
  }
  return { text, end, onKeyDown }
}

/** Where a cell is typed in. Enter and Tab keep it, Escape does not; Alt and Enter is a new line. */
export function CellEditor(props: CellEditorProps) {
  const { cell, known, onType } = props
  const { field } = cell
  const listId = useId()
  const { text, end, onKeyDown } = useTyping(props)
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
        onChange={(event) => onType(event.target.value)}
      />
    )
  return (
    <>
      <input
        {...shared}
        ref={takeFocus}
        type={inputType(cell)}
        inputMode={field.kind === 'number' ? 'decimal' : undefined}
        list={known.length > 0 ? listId : undefined}
        className={boxClass}
        onChange={(event) => onType(event.target.value)}
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
