import { type Command, type LayerId, layersOf } from '@pictable/editor'
import { boundNames, partAt } from '#dashboard/screens/editor/properties/values.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'

/** A field whose amounts the design shows in a currency that is not that of the table. */
export interface OtherCurrency {
  readonly name: string
  /** Of the table. */
  readonly currency: string
  /** Of the design. */
  readonly shown: string
  readonly layers: readonly LayerId[]
}

const NONE: readonly OtherCurrency[] = []
let last: { document: object; source: object; found: readonly OtherCurrency[] } | undefined

/** The currency of a bound text: a code that is fixed in its format. */
function shownIn(text: unknown): string | undefined {
  const format = partAt(text, 'format')
  const currency = partAt(format, 'type') === 'currency' ? partAt(format, 'currency') : undefined
  return typeof currency === 'string' ? currency : undefined
}

/** Fields whose currency differs between table and design: the number would be right, and the price wrong. */
export function otherCurrencies({ document, recordSource: source }: EditorState): readonly OtherCurrency[] {
  if (source.fields === null) return NONE
  if (last?.document === document && last.source === source) return last.found
  const fields = new Map(source.fields.map((field) => [field.name, field.format]))
  const found = new Map<string, OtherCurrency>()
  for (const [id, { layer }] of layersOf(document)) {
    const text: unknown = Reflect.get(layer, 'text')
    const [name, ...others] = boundNames(text) ?? []
    const format = name === undefined || others.length > 0 ? undefined : fields.get(name)
    const shown = shownIn(text)
    if (name === undefined || format?.type !== 'currency' || !shown || shown === format.currency) continue
    const layers = [...(found.get(name)?.layers ?? []), id]
    found.set(name, { name, currency: format.currency, shown, layers })
  }
  last = { document, source, found: found.size > 0 ? [...found.values()] : NONE }
  return last.found
}

/** Shows the amounts in the currency of the table. */
export function showTableCurrency({ currency, layers }: OtherCurrency): Command {
  const path = ['text', 'format', 'currency']
  return { type: 'batch', commands: layers.map((target) => ({ type: 'set', target, path, value: currency })) }
}
