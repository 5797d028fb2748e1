import { type EditorDocument, layerAt } from '@pictable/editor'
import { ExpressionError } from '@pictable/renderer/expressions'
import { shownValues } from '@pictable/renderer/read-bound'
import { localeOf } from '@pictable/renderer/template'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { asWritten } from './braces.ts'
import type { ControlProps } from './control-props.ts'
import { controlOf, startOf } from './controls.ts'

interface Seen extends Pick<EditorState, 'values'> {
  readonly design: EditorDocument['design']
  readonly onInvalid?: unknown
}

/** What a property shows, as it could be written; none where it shows nothing, or what fills it cannot be read. */
export function valuesNow(written: unknown, { schema }: Shown, { design, ...seen }: Seen): readonly unknown[] {
  try {
    return shownValues(written, { ...seen, locale: localeOf(design, seen.values), isPicture: schema.kind === 'image' })
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}

/** What all of the selected layers do with an invalid value; undefined where they differ. */
export function onInvalidOf({ document, selection }: Pick<EditorState, 'document' | 'selection'>): unknown {
  const [first, ...others] = selection.map((id) => Reflect.get(layerAt(document, id) ?? {}, 'onInvalid'))
  return others.every((each) => each === first) ? first : undefined
}

interface Unlinking extends Pick<ControlProps, 'shown' | 'edit'> {
  readonly written: unknown
}

/**
 * Keeps what is shown where the property can hold it; what is on or off is off without a value. Else it is as it is by
 * itself, and what has to be there is as in a new one.
 */
export function unlink({ state }: EditorSession, { written, shown, edit }: Unlinking): void {
  const { values, document } = state
  const seen = { values, design: document.design, onInvalid: onInvalidOf(state) }
  const kept = [...valuesNow(written, shown, seen), ...(isSwitch(shown) ? [false] : [])]
  // An entry of a list without a value is none.
  const isEntry = typeof edit.path.at(-1) === 'number'
  const bare = [...(isEntry ? [] : [undefined]), startOf(shown.schema)]
  const candidates = [...kept.map((each) => asWritten(each, shown.schema)), ...bare]
  const found = candidates.find((each) => edit.problem(() => each) === undefined)
  edit.replace(() => found)
}

const isSwitch = ({ schema }: Shown) => controlOf(schema)?.kind === 'switch'
