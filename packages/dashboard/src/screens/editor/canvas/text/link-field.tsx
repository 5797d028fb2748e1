import { readTypedLink } from '@pictable/editor/text'
import { Check, Unlink } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { TextEditor } from '#dashboard/screens/editor/typing/text-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { compactClass } from '#dashboard/ui/fields/input.tsx'

interface LinkFieldProps {
  readonly editor: TextEditor
  readonly onDone: () => void
}

/** What a PDF opens where the selected words are clicked. */
export function LinkField({ editor, onDone }: LinkFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { from, to } = editor.range
  const place = `${editor.layer} ${from} ${to}`
  const [typed, setTyped] = useState({ place, text: editor.link ?? '', isWrong: false })
  // Other words have a link of their own.
  const { text, isWrong } = typed.place === place ? typed : { text: editor.link ?? '', isWrong: false }
  useEffect(() => input.current?.focus(), [])
  function apply(): void {
    const link = readTypedLink(text)
    if (link === undefined && text.trim() !== '') setTyped({ place, text, isWrong: true })
    else {
      editor.setLink(link)
      onDone()
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    apply()
  }
  return (
    <div className="mt-1 w-72 max-w-full">
      <div className="flex items-center gap-1">
        <input
          ref={input}
          id={id}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('editor.text_link_url')}
          aria-describedby={`${id}-note`}
          aria-invalid={isWrong || undefined}
          placeholder="https://example.com"
          value={text}
          onChange={({ target }) => setTyped({ place, text: target.value, isWrong: false })}
          onKeyDown={onKeyDown}
          className={`${compactClass} h-7`}
        />
        <IconButton size="small" label={t('editor.text_link_apply')} icon={<Check />} onClick={apply} />
        {editor.link !== undefined && (
          <IconButton
            size="small"
            label={t('editor.text_link_remove')}
            icon={<Unlink />}
            onClick={() => {
              editor.setLink(undefined)
              onDone()
            }}
          />
        )}
      </div>
      <p id={`${id}-note`} role="status" className={isWrong ? 'mt-1 px-1 text-xs text-warn' : 'sr-only'}>
        {isWrong && t('editor.text_link_wrong')}
      </p>
    </div>
  )
}
