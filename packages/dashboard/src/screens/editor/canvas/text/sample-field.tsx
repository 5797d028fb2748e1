import { useEffect, useId, useRef, useState } from 'react'
import { SampleControl } from '#dashboard/screens/editor/inspector/sample-control.tsx'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { type SampleEditing, sampleEditingOf } from '#dashboard/screens/editor/typing/sample-editing.ts'
import { useSampleKinds } from '#dashboard/screens/editor/typing/sample-kinds.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { isInPopup } from '#dashboard/ui/fields/open-popup.ts'
import { BesideText } from './beside-text.tsx'
import { RecordValue } from './record-value.tsx'

const PANEL_PX = 172
/** Of the fields to choose from. */
const PARTS_PX = 56

/** Beside a text that a field fills as a whole: the sample value of the field. */
export function SampleField() {
  const editing = useEditor(sampleEditingOf)
  const session = useSession()
  const names = useEditor((state) => sampleEditingOf(state)?.names)
  useEditor((state) => state.frame)
  const bounds = editing && placeOf(session.state, editing.layer)?.bounds
  return (
    editing &&
    names &&
    bounds && (
      <BesideText bounds={bounds} heightPx={PANEL_PX + (names.length > 1 ? PARTS_PX : 0)}>
        <SampleValue key={editing.layer} editing={editing} names={names} />
      </BesideText>
    )
  )
}

interface SampleValueProps {
  readonly editing: SampleEditing
  /** Others with another record. */
  readonly names: readonly string[]
}

function SampleValue({ editing, names }: SampleValueProps) {
  const [chosen, setChosen] = useState<string>()
  const name = names.find((each) => each === chosen) ?? names[0] ?? ''
  const id = useId()
  const control = useRef<HTMLDivElement>(null)
  const kind = useSampleKinds().get(name) ?? 'text'
  const isOnRecord = useEditor((state) => state.record !== null)
  const recordId = useEditor(() => editing.recordId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name that is chosen has another control, and so has the record; a step to another record leaves the focus where it is
  useEffect(() => {
    const field = () => control.current?.querySelector<HTMLElement>('textarea, input, button')
    editing.focus = () => field()?.focus({ preventScroll: true })
    editing.focus()
    const first = field()
    if (first instanceof HTMLTextAreaElement) first.select()
  }, [editing, chosen, isOnRecord])
  const value = <RecordValue name={name} recordId={recordId} onSaved={() => editing.leave()} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc leaves from any field inside
    <div
      data-panel
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        // A picker that is open above the page closes itself.
        if (event.target instanceof Element && isInPopup(event.target)) return
        event.preventDefault()
        editing.leave()
      }}
      className="pointer-events-auto w-72 rounded-lg border border-line bg-raised p-2 shadow-float"
    >
      {names.length > 1 && (
        <fieldset aria-label={t('editor.sample_parts')} className="mb-1">
          <legend className="text-xs text-ink-soft">{t('editor.sample_parts')}</legend>
          <div className="flex flex-wrap gap-1">
            {names.map((each) => (
              <Button
                key={each}
                size="small"
                look={each === name ? 'plain' : 'quiet'}
                aria-pressed={each === name}
                onClick={() => setChosen(each)}
              >
                <bdi className="truncate" style={{ maxWidth: 220 }}>
                  {each}
                </bdi>
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      {!isOnRecord && (
        <label htmlFor={id} dir="auto" className="mb-1 block text-xs font-medium wrap-anywhere">
          {t('editor.sample_of', { name })}
        </label>
      )}
      {isOnRecord && <p className="text-xs wrap-anywhere">{t('editor.filled_by', { name })}</p>}
      <div ref={control} className={isOnRecord ? 'mt-2 flex flex-wrap gap-1' : 'contents'}>
        {isOnRecord ? (
          <>
            {value}
            <Button size="small" onClick={() => editing.showSample()}>
              {t('editor.sample_edit')}
            </Button>
          </>
        ) : (
          <SampleControl key={name} id={id} name={name} kind={kind} />
        )}
      </div>
      {!isOnRecord && (
        <>
          <p className="mt-1 text-xs text-ink-soft">{t('editor.sample_note')}</p>
          <div className="mt-2 empty:hidden">{value}</div>
        </>
      )}
    </div>
  )
}
