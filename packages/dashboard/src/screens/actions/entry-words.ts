import type { Action } from '#dashboard/api/types.ts'
import { labelOf } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/actions.ts'
import { cellText } from './cell.tsx'
import type { Entry } from './draft/action-draft.ts'
import { fitOf, type TemplateName } from './draft/auto-mapping.ts'
import type { TableField, Variable } from './draft/types.ts'

/** What fills a name of the template, as things are now. */
export type Filling =
  /** `isFormatted`: as its table shows it. `columns`: ids of the fields of the linked rows that are passed. */
  | {
      by: 'field'
      field: TableField
      isFormatted: boolean
      columns: readonly string[] | null
      wasNamed: string | null
    }
  | { by: 'value'; value: string | number | boolean }
  /** Fields that are in it by other names than they have now, with these. */
  | { by: 'text'; text: string; fieldIds: readonly string[]; renamed: readonly { from: string; to: string }[] }
  | { by: 'gone'; name: string }
  | { by: 'nothing' }

interface Known {
  entry: Entry | undefined
  fields: readonly TableField[]
  /** The mapping as it was saved: it knows what fields were called. */
  saved: Action['mapping']
}

/** By the entry, else by the field of the same name, as a run does it. */
export function fillingOf(name: string, { entry, fields, saved }: Known): Filling {
  if (entry === undefined) {
    const field = fields.find((one) => one.name === name)
    return field ? { by: 'field', field, isFormatted: false, columns: null, wasNamed: null } : { by: 'nothing' }
  }
  if ('value' in entry) return entry.value === null ? { by: 'nothing' } : { by: 'value', value: entry.value }
  if ('text' in entry) {
    const parts = Object.entries(entry.fields ?? {}).flatMap(([from, id]) => {
      const field = fields.find((one) => one.id === id)
      return field ? [{ from, to: field.name, id }] : []
    })
    const renamed = parts.filter(({ from, to }) => from.toLowerCase() !== to.toLowerCase())
    return { by: 'text', text: entry.text, fieldIds: parts.map(({ id }) => id), renamed }
  }
  const before = saved[name]
  const known = before && 'field' in before && before.field.id === entry.field ? before.field.name : entry.field
  const field = fields.find(({ id }) => id === entry.field) ?? fields.find((one) => one.name === known)
  if (field === undefined) return { by: 'gone', name: known }
  const isFormatted = 'formatted' in entry
  const columns = 'columns' in entry ? entry.columns : null
  const wasNamed = known !== field.name && known !== entry.field ? known : null
  return { by: 'field', field, isFormatted, columns, wasNamed }
}

const wantedWords: Readonly<Record<Variable['kind'], () => string>> = {
  text: () => t('actions.wants_text'),
  image: () => t('actions.wants_image'),
  number: () => t('actions.wants_number'),
  color: () => t('actions.wants_color'),
  boolean: () => t('actions.wants_boolean'),
}

function kindWords({ kind }: TableField): string {
  return labelOf(kind, {}).toLowerCase()
}

const looksRight: Readonly<Record<Variable['kind'], RegExp>> = {
  text: /^/,
  image: /^(https?:|asset:|data:image\/)/i,
  number: /^\s*[+-]?(\d+([.,]\d+)?|[.,]\d+)\s*(%\s*)?$/,
  color: /^\s*(#[0-9a-f]{3,8}|(rgb|hsl|oklch|hwb|lab|lch|oklab)a?\(.*\)|[a-z]+)\s*$/i,
  boolean: /^(true|false|yes|no|0|1)$/i,
}

/** Why what was chosen may not make the picture that is meant, in words; null when it will. */
export function fillingTrouble(
  { kind }: TemplateName,
  filling: Filling,
  value: unknown,
): { tone: 'warn' | 'bad'; words: string } | null {
  if (filling.by === 'gone') return { tone: 'bad', words: t('actions.field_gone', { name: filling.name }) }
  if (filling.by === 'nothing') return null
  const wants = wantedWords[kind]()
  if (filling.by === 'value') {
    const text = String(filling.value)
    if (text === '') return null
    return looksRight[kind].test(text) ? null : { tone: 'warn', words: t('actions.value_unlikely', { wants, text }) }
  }
  if (filling.by === 'text') {
    const text = cellText(value)
    const isLikely = text === '' || looksRight[kind].test(text)
    return isLikely ? null : { tone: 'warn', words: t('actions.value_unlikely', { wants, text: text.slice(0, 60) }) }
  }
  const { field, columns } = filling
  // Rows with columns fill what shows lists.
  if (columns !== null) return null
  const holds = kindWords(field)
  if (kind === 'text' && field.kind === 'attachments')
    return { tone: 'warn', words: t('actions.file_as_text', { name: field.name }) }
  const fit = fitOf(kind, field)
  if (fit === 'bad') return { tone: 'bad', words: t('actions.misfit', { name: field.name, holds, wants }) }
  const text = cellText(value)
  const isOdd = fit === 'doubtful' && text !== '' && !looksRight[kind].test(typeof value === 'number' ? '0' : text)
  if (isOdd) return { tone: 'warn', words: t('actions.value_unlikely', { wants, text: text.slice(0, 60) }) }
  return null
}
