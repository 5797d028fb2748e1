import { useEffect, useId, useRef, useState } from 'react'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { type SampleEditing, sampleEditingOf } from '#dashboard/screens/editor/typing/sample-editing.ts'
import {
  isTypedSample,
  textOfSample,
  typedSample,
  useChangeSample,
  useSampleKinds,
} from '#dashboard/screens/editor/typing/use-sample.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { BesideText } from './beside-text.tsx'
import { RecordValue } from './record-value.tsx'

const PANEL_PX = 172
/** Of the fields to choose from. */
const PARTS_PX = 56

/** Beside a text that a field fills as a whole: the sample value of the field. */
export function SampleField() {
  const editing = useEditor(sampleEditingOf)
  const session = useSession()
  useEditor((state) => state.frame)
  const bounds = editing && placeOf(session.state, editing.layer)?.bounds
  return (
    editing &&
    bounds && (
      <BesideText bounds={bounds} heightPx={PANEL_PX + (editing.names.length > 1 ? PARTS_PX : 0)}>
        <SampleValue key={editing.layer} editing={editing} />
      </BesideText>
    )
  )
}

function SampleValue({ editing }: { editing: SampleEditing }) {
  const { names } = editing
  const [name = '', setName] = useState(names[0])
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const value = useEditor(({ document }) => document.sample[name])
  const kind = useSampleKinds().get(name)
  const change = useChangeSample()
  useEffect(() => {
    const field = panel.current?.querySelector('textarea')
    editing.focus = () => field?.focus({ preventScroll: true })
    editing.focus()
    field?.select()
  }, [editing])
  return (
    <div
      ref={panel}
      data-panel
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
                onClick={() => {
                  setName(each)
                  editing.focus()
                }}
              >
                <bdi className="truncate" style={{ maxWidth: 220 }}>
                  {each}
                </bdi>
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <label htmlFor={id} dir="auto" className="mb-1 block text-xs font-medium wrap-anywhere">
        {t('editor.sample_of', { name })}
      </label>
      <Textarea
        compact
        id={id}
        aria-describedby={`${id}-note`}
        readOnly={!isTypedSample(value)}
        value={textOfSample(value)}
        onChange={({ target }) => change(name, typedSample(target.value, kind))}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
          event.preventDefault()
          event.stopPropagation()
          editing.leave()
        }}
      />
      <p id={`${id}-note`} className="mt-1 text-xs text-ink-soft">
        {t(isTypedSample(value) ? 'editor.sample_note' : 'editor.sample_fixed')}
      </p>
      <div className="mt-2 empty:hidden">
        <RecordValue name={name} recordId={editing.recordId} onSaved={() => editing.leave()} />
      </div>
    </div>
  )
}
