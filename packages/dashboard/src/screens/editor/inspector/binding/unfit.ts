import { shownValues } from '@pictable/renderer/read-bound'
import { asWritten } from '#dashboard/screens/editor/inspector/braces.ts'
import type { ControlProps } from '#dashboard/screens/editor/inspector/control-props.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/binding.ts'

/** What is filled. */
export type Filled = Pick<ControlProps, 'shown' | 'edit'>

interface Reading extends Pick<EditorState, 'values'> {
  readonly locale: string
}

/** Of what fills a property, in each form that a property may take: why this one does not, undefined where it does. */
function problemsOf(written: unknown, { shown, edit }: Filled, reading: Reading): readonly (string | undefined)[] {
  const forms = shownValues(written, { ...reading, isPicture: shown.schema.kind === 'image' })
  return forms.map((form) => edit.problem(() => asWritten(form, shown.schema)))
}

/**
 * Why a property does not take what fills it; undefined where it does, or where nothing is there.
 * @throws ExpressionError for an expression that cannot be read
 */
export function unfitReason(...given: Parameters<typeof problemsOf>): string | undefined {
  const problems = problemsOf(...given)
  // Which property of which layer it is, is known where it is said.
  return problems.includes(undefined) ? undefined : problems[0]?.replace(/^[^:]*\.(?=[^.]*:)/, '')
}

/** The first of some fields whose value a property takes. */
export const suitedField = (names: readonly string[], filled: Filled, reading: Reading): string | undefined =>
  names.find((name) => problemsOf({ bind: name }, filled, reading).includes(undefined))

/** Of a value beside the reason, in characters. */
const MAX_SHOWN = 40

/** The beginning of a value and why it is not taken. */
export function unfitWords(text: string, reason: string): string {
  // A character has at most two units.
  const characters = [...text.slice(0, 2 * MAX_SHOWN + 2)]
  const isLong = characters.length > MAX_SHOWN
  return t('binding.unfit', { value: isLong ? `${characters.slice(0, MAX_SHOWN - 1).join('')}…` : text, reason })
}
