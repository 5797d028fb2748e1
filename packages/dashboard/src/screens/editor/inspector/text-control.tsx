import { type KeyboardEvent, useState } from 'react'
import { isMixed } from '#dashboard/screens/editor/properties/values.ts'
import { t } from '#dashboard/strings/editing.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { Input, Textarea } from '#dashboard/ui/fields/input.tsx'
import { isInPopup } from '#dashboard/ui/fields/open-popup.ts'
import { applicable } from './braces.ts'
import type { ControlProps } from './control-props.ts'
import { Note } from './note.tsx'
import { absentWords } from './value-words.ts'

interface TextProps extends ControlProps {
  readonly isLong?: boolean
  /** One line at first, and as high as what is typed. */
  readonly isGrowing?: boolean
  readonly isMono?: boolean
  /** As it is typed, of a value; undefined when a text has no value. */
  readonly write: (value: unknown) => string
  readonly read: (text: string) => unknown
  /** Why a value is not applied that could be. */
  readonly refuse?: (value: unknown) => string | undefined
}

/** Text of one or more lines. What cannot be applied yet stays typed and says why. */
export function TextControl(props: TextProps) {
  const { id, shown, value, edit, write, read, isLong = false, isMono = false, isOptional = false } = props
  const { isGrowing = false, nothing = absentWords(shown), refuse } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)

  function type(text: string): void {
    setTyped(text)
    const wanted = text === '' && isOptional ? undefined : read(text)
    const problem = (each: unknown) => refuse?.(each) ?? edit.problem(() => each)
    const { value: next, isApplicable, reason } = applicable(wanted, { schema: shown.schema, problem })
    const words = isApplicable ? 'inspector.as_text' : 'inspector.invalid'
    setNote(reason === undefined ? null : t(words, { reason }))
    if (isApplicable) edit.set(() => next, 'merge')
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (isComposing(event.nativeEvent)) return
    if (event.key !== 'Escape' && (isLong || event.key !== 'Enter')) return
    if (event.key === 'Escape' && typed === null && isInPopup(event.currentTarget)) return
    setTyped(null)
    if (event.key === 'Escape') {
      event.preventDefault()
      event.currentTarget.blur()
    }
  }

  const common = {
    id,
    'aria-describedby': `${id}-note`,
    'aria-invalid': note === null ? undefined : true,
    value: typed ?? (isMixed(value) || value === undefined ? '' : write(value)),
    placeholder: isMixed(value) ? t('inspector.mixed') : value === undefined ? nothing : undefined,
    onBlur: () => {
      setTyped(null)
      setNote(null)
    },
    onKeyDown,
  } as const
  return (
    <>
      {isLong ? (
        <Textarea
          {...common}
          compact
          grows={isGrowing}
          mono={isMono}
          spellCheck={!isMono}
          onChange={({ target }) => type(target.value)}
        />
      ) : (
        <Input {...common} compact spellCheck={false} onChange={({ target }) => type(target.value)} />
      )}
      <Note id={`${id}-note`}>{note}</Note>
    </>
  )
}
