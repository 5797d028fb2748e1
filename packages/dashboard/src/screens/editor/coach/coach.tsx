import { Suspense, useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { doneHints, HINTS } from './hints.ts'

const CoachMark = lazily(() => import('./coach-mark.tsx'), 'CoachMark')

/** Hints for those who edit and have not done it all before; for others nothing is loaded. */
export function Coach({ template }: { template: OpenTemplate }) {
  const isEditing = useEditor(({ readOnly }) => readOnly === null)
  const [isNeeded] = useState(() => doneHints().length < HINTS.length)
  return <Suspense>{isNeeded && isEditing && <CoachMark template={template} />}</Suspense>
}
