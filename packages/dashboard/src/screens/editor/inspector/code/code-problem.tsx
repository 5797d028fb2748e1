import type { Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { layerMessages } from '#dashboard/screens/editor/messages/layer-messages.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'

/** Why the code that is selected cannot be drawn, such as a missing digit; else what its value can be. */
export function CodeProblem({ targets, hint }: { targets: readonly Target[]; hint: string | undefined }) {
  const [only, ...others] = targets
  const problem = useEditor((state) => {
    const isOwn = others.length === 0
    return isOwn ? layerMessages(state).find(({ layer, kind }) => layer === only && kind === 'error')?.text : undefined
  })
  if (problem === undefined) return hint !== undefined && <p className="col-span-2 text-xs text-ink-soft">{hint}</p>
  return (
    <p role="status" className="col-span-2 text-xs text-bad">
      {problem}
    </p>
  )
}
