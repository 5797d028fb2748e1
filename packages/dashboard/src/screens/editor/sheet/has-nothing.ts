import type { EditorState } from '#dashboard/screens/editor/session/state.ts'

/** Whether the page has nothing to see. A picture or gradient in the background is something. */
export const isBlank = ({ document: { design } }: Pick<EditorState, 'document'>): boolean =>
  design.layers.length === 0 && typeof design.background !== 'object'

/** Whether the contact sheet can only say why it is empty, also once the records have been read. */
export function hasNothing(state: Pick<EditorState, 'document' | 'records' | 'recordSource'>): boolean {
  const { of, fields, error } = state.recordSource
  const isReading = of !== null && fields === null && error === null
  return isBlank(state) || (state.records.length === 0 && !isReading)
}
