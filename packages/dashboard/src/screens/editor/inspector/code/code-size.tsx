import { millimetres } from '#dashboard/screens/editor/engine/scan-messages.ts'
import type { Target } from '#dashboard/screens/editor/inspector/edit.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'

/** How large the code that is selected is drawn in print. */
export function CodeSize({ targets }: { targets: readonly Target[] }) {
  const [only, ...others] = targets
  const words = useEditor((state) => {
    const scan = only === undefined || others.length > 0 ? undefined : placeOf(state, only)?.scan
    return scan && t('inspector.code_size', sizeOf(scan))
  })
  return words !== undefined && <p className="col-span-2 text-xs text-ink-soft">{words}</p>
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({
  width: millimetres(width, 0),
  height: millimetres(height, 0),
})
