import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import type { EditorKey } from '#dashboard/strings/editing.ts'
import type { Keys } from '#dashboard/ui/fields/keys.ts'

export const sections = ['edit', 'arrange', 'tools', 'view'] as const
type Section = (typeof sections)[number]

/** Something that the editor does when it is told to: by keys, in a menu, or in the list of keys. */
export interface EditorCommand {
  readonly id: string
  readonly title: EditorKey
  readonly section: Section
  readonly keys: readonly Keys[]
  /** Absent for those who may not change the template. */
  readonly isChange: boolean
  /** Its keys are those of the browser, which sends events of the clipboard. */
  readonly isOfBrowser?: boolean
  /** A key that is held does it once. */
  readonly isOnce?: boolean
  /** Whether it would do something now; default: always. */
  isPossible?(state: EditorState): boolean
  run(session: EditorSession): void
}

type Rest = Pick<EditorCommand, 'title' | 'run'> & Partial<EditorCommand>

export const change =
  (section: Section) =>
  (id: string, keys: readonly Keys[], rest: Rest): EditorCommand => ({ id, section, keys, isChange: true, ...rest })

export const edit = change('edit')
export const arrange = change('arrange')
export const view = (id: string, keys: readonly Keys[], rest: Rest): EditorCommand => ({
  ...{ id, section: 'view', keys, isChange: false },
  ...rest,
})
