import type { Command, EditorDocument } from '@pictable/editor'
import type { EditorSession } from './session.ts'
import { type editorPartOf, guidesOf, setEditorPart } from './state.ts'

/** `x`: an upright guide. */
export type GuideAxis = 'x' | 'y'

/** Puts a guide somewhere, adds one (`index` null), or removes it (`at` null). */
export function guideCommand(
  document: EditorDocument,
  { axis, index, at }: { axis: GuideAxis; index: number | null; at: number | null },
): Command {
  const guides = guidesOf(document)
  const others = guides[axis].filter((_, each) => each !== index)
  const own = at === null ? others : index === null ? [...others, at] : guides[axis].with(index, at)
  const both = { ...guides, [axis]: own }
  const value = both.x.length + both.y.length > 0 ? withoutEmpty(both) : undefined
  return setEditorPart(document, 'guides', value)
}

/** Typing the place of one guide is one step. */
export function putGuide(session: EditorSession, change: Parameters<typeof guideCommand>[1]): void {
  const { axis, index, at } = change
  const isTyping = index !== null && at !== null
  session.run(guideCommand(session.state.document, change), isTyping ? { merge: `guide-${axis}-${index}` } : {})
}

function withoutEmpty({
  x,
  y,
}: {
  x: readonly number[]
  y: readonly number[]
}): ReturnType<typeof editorPartOf>['guides'] {
  return { ...(x.length > 0 && { x: [...x] }), ...(y.length > 0 && { y: [...y] }) }
}
