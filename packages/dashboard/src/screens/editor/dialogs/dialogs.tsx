import { Suspense } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'

const KeysDialog = lazily(() => import('./keys-dialog.tsx'), 'KeysDialog')

/** What is open above the editor. */
export function Dialogs() {
  const dialog = useEditor((state) => state.dialog)
  return <Suspense>{dialog === 'keys' && <KeysDialog />}</Suspense>
}
