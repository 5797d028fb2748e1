import { useState } from 'react'
import { setOnSelection } from '#dashboard/screens/editor/session/arrange-actions.ts'
import { frameIn } from '#dashboard/screens/editor/session/laid-out.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'

/** The angle that all selected layers have; empty where they differ. */
function angleOf(state: EditorState): string {
  const angles = new Set(state.selection.map((id) => frameIn(state, id)?.rotation ?? 0))
  const [only] = angles
  return only === undefined || angles.size > 1 ? '' : String(Math.round(only * 100) / 100)
}

/** Turns what is selected, by keyboard. */
export function AngleDialog() {
  const session = useSession()
  const [typed, setTyped] = useState(() => angleOf(session.state))
  const angle = Number(typed)
  const isIncomplete = typed.trim() === '' || !Number.isFinite(angle)
  const close = () => session.set({ dialog: null })
  const apply = () => {
    setOnSelection(session, 'rotation', angle === 0 ? undefined : angle % 360)
    close()
  }
  return (
    <FormDialog
      title={t('editor.angle_title')}
      submit={t('editor.angle_apply')}
      isIncomplete={isIncomplete}
      onSubmit={apply}
      onClose={close}
    >
      <Field label={t('editor.angle')} help={t('editor.angle_help')}>
        {(control) => (
          <Input
            {...control}
            type="number"
            step="any"
            value={typed}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
