import { toast } from '#dashboard/api/toast.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { t } from '#dashboard/strings/editing.ts'

/** The server takes 1 MiB at once; a part of it is for what is sent beside the design. */
const MAX_DESIGN_BYTES = 1_048_000

/** Whether the draft can be saved with what is pasted. If not, a message says so. */
export function hasRoomFor(pasted: unknown, { state }: EditorSession): boolean {
  const { design } = state.document
  const bytes = new TextEncoder().encode(JSON.stringify({ design, pasted })).length
  if (bytes <= MAX_DESIGN_BYTES) return true
  toast.failed(t('editor.paste_bytes', { count: Math.ceil(bytes / 1e3), limit: MAX_DESIGN_BYTES / 1e3 }))
  return false
}
