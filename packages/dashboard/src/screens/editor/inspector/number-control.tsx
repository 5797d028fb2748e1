import { isFilled } from '@pictable/editor'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { weightName, weightOf } from '#dashboard/screens/editor/fonts/weight-name.ts'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { isMixed } from '#dashboard/screens/editor/properties/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { compactClass } from '#dashboard/ui/fields/input.tsx'
import { isInPopup } from '#dashboard/ui/fields/open-popup.ts'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import { readTyped, within } from './arithmetic.ts'
import type { ControlProps } from './control-props.ts'
import type { Control } from './controls.ts'
import type { Change } from './edit.ts'
import { Note } from './note.tsx'

interface NumberProps extends ControlProps {
  readonly kind: Extract<Control, { kind: 'number' }>
  /** What the number is of: what was said of another one goes away. */
  readonly subject?: string
  /** Where the label is not seen. */
  readonly hint?: string
  /** Of what is said of a typed number. Default: below the field, in the flow. */
  readonly noteClass?: string
  /** Takes the focus once Enter or Escape ended it. Default: it stays in the field, and Escape leaves it. */
  readonly onEnd?: () => void
}

const IS_WEIGHT = /weight$/i

/** As it is shown: two digits after the point, four where a step is that small. */
function textOf(value: unknown, { factor, step }: Shown): string {
  const precision = step < 0.1 ? 10_000 : 100
  return typeof value === 'number' ? String(Math.round(value * factor * precision) / precision) : ''
}

/** The number where nothing is written. */
function usualOf({ shown: { schema }, kind, value }: Pick<NumberProps, 'shown' | 'kind' | 'value'>): number {
  if (typeof schema.default === 'number') return schema.default
  return typeof value === 'number' ? value : (kind.minimum ?? 0)
}

/** Adds steps of the unit in which the number is shown; of four numbers, to each that no record fills. */
export function stepped(props: Pick<NumberProps, 'shown' | 'kind' | 'value'>, steps: number): Change {
  const { shown, kind } = props
  const next = (before: unknown) => {
    if (isFilled(before)) return before
    const present = typeof before === 'number' ? before : usualOf(props)
    return within(present + (steps * shown.step) / shown.factor, kind)
  }
  return (before) => {
    const whole = before ?? shown.schema.default
    return Array.isArray(whole) ? whole.map(next) : next(before)
  }
}

/** Replaces numbers by what was typed, and tells what was asked for, in the unit of the design; undefined when it is no number. */
function typedChange(props: NumberProps, text: string, asked: (value: number) => void): Change | undefined {
  const { shown, kind, value, whole } = props
  const context = { isPercent: shown.unit === '%', isMixed: isMixed(value) }
  const named = IS_WEIGHT.test(shown.name) ? weightOf(text) : undefined
  if (named !== undefined) return () => named
  if (!readTyped(text, context)) return undefined
  return (before, target) => {
    const typed = readTyped(text, { ...context, whole: whole?.(target) })
    const present = typeof before === 'number' ? before : usualOf(props)
    const wanted = typed?.(present * shown.factor)
    if (wanted === undefined || !Number.isFinite(wanted)) return before
    asked(wanted / shown.factor)
    return within(wanted / shown.factor, kind)
  }
}

/** Says that a number is outside of its bounds, and which one counts instead. */
function boundNote({ kind: { minimum, maximum }, shown: { factor } }: NumberProps, asked: number): string | null {
  if (minimum !== undefined && asked < minimum) return t('inspector.at_least', { value: minimum * factor })
  if (maximum !== undefined && asked > maximum) return t('inspector.at_most', { value: maximum * factor })
  return null
}

const ARROWS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/** Behind a number; of a weight its name. */
function Unit({ shown: { name, unit }, value }: Pick<NumberProps, 'shown' | 'value'>) {
  const words = typeof value === 'number' && IS_WEIGHT.test(name) ? weightName(value) : unit
  if (words === undefined) return null
  return (
    <span aria-hidden className="pointer-events-none absolute inset-y-0 end-2 flex items-center text-xs text-ink-soft">
      {words}
    </span>
  )
}

/** A number: typed, counted with, or stepped by arrows. Its label is dragged to scrub. */
export function NumberControl(props: NumberProps) {
  const { id, shown, value, edit, isCalm = false, subject, hint, noteClass, onEnd } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const isOpen = useRef(false)
  /** Why what was typed is not taken as it is. */
  const outside = useRef<string | null>(null)
  // Parts of a property get another `edit` with every change.
  const done = useHandler(() => isOpen.current && edit.done())
  useEffect(() => () => void done(), [done])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject, another note
  useEffect(() => setNote(null), [subject])
  const isOptional = shown.schema.default === undefined && props.isOptional === true

  const changeTo = (text: string): Change | undefined =>
    typedChange(props, text, (asked) => {
      outside.current ??= boundNote(props, asked)
    })

  function type(text: string): void {
    setTyped(text)
    setNote(null)
    outside.current = null
    const change = changeTo(text)
    if (!change || isCalm) return
    isOpen.current = true
    edit.live(change)
  }

  function leave(): void {
    if (typed === null) return
    isOpen.current = false
    setTyped(null)
    if (typed.trim() === '') {
      edit.undo()
      if (isOptional) edit.set(() => undefined)
      return
    }
    const change = changeTo(typed)
    if (!change) edit.undo()
    else if (isCalm) edit.set(change)
    else edit.done()
    setNote(change ? outside.current : t('inspector.not_a_number', { typed }))
  }

  function restore(): void {
    isOpen.current = false
    edit.undo()
    setTyped(null)
    setNote(null)
  }

  /** Whether Escape was for the field. */
  function cancel(field: HTMLInputElement): boolean {
    if (typed !== null) restore()
    else if (!onEnd) {
      if (isInPopup(field)) return false
      field.blur()
    }
    onEnd?.()
    return true
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event.nativeEvent)) return
    const direction = ARROWS[event.key]
    if (event.key === 'Enter') {
      leave()
      if (onEnd) onEnd()
      else event.currentTarget.select()
    } else if (event.key === 'Escape') {
      if (!cancel(event.currentTarget)) return
    } else if (direction !== undefined && !event.ctrlKey && !event.metaKey) {
      const by = direction * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1)
      leave()
      flushSync(() => edit.set(stepped(props, by), 'merge'))
      // What is typed next replaces the number.
      event.currentTarget.select()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <span className="relative block">
        <input
          id={id}
          data-tooltip={hint}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-note`}
          value={typed ?? textOf(value, shown)}
          placeholder={isMixed(value) ? t('inspector.mixed') : t('inspector.auto')}
          onChange={({ target }) => type(target.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={leave}
          onKeyDown={onKeyDown}
          className={`${compactClass} h-7 pe-7 tabular-nums`}
        />
        <Unit shown={shown} value={value} />
      </span>
      <Note id={`${id}-note`} className={noteClass}>
        {note}
      </Note>
    </>
  )
}
