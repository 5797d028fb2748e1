import { layerAt } from '@pictable/editor'
import type { Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'

const errorOf = (state: EditorState, target: Target) =>
  layerMessages(state).find(({ layer, kind }) => layer === target && kind === 'error')?.text

/** Whether nothing is drawn, because there is no value to encode. */
function lacksValue({ document, frame }: EditorState, target: Target): boolean {
  const name = target === 'page' || target === 'sample' ? undefined : layerAt(document, target)?.name
  return name !== undefined && frame?.report[name]?.missing !== undefined
}

/** Why the code that is selected cannot be drawn, such as a missing digit; else what its value can be. */
export function CodeProblem({ targets, hint }: { targets: readonly Target[]; hint: string | undefined }) {
  const [only, ...others] = targets
  const target = others.length === 0 ? only : undefined
  const problem = useEditor((state) => (target === undefined ? undefined : errorOf(state, target)))
  const isEmpty = useEditor((state) => target !== undefined && lacksValue(state, target))
  if (problem !== undefined || isEmpty)
    return (
      <p role="status" className={`col-span-2 text-xs ${problem === undefined ? 'text-warn' : 'text-bad'}`}>
        {problem ?? t('inspector.code_empty')}
      </p>
    )
  return hint !== undefined && <p className="col-span-2 text-xs text-ink-soft">{hint}</p>
}
