import type { Entry } from './action-draft.ts'
import type { TableField, Variable } from './types.ts'

/** A value that a template asks for, with all places that use it. */
export interface TemplateName {
  name: string
  kind: Variable['kind']
  uses: readonly Pick<Variable, 'layer' | 'property'>[]
}

/** The most demanding use of a value decides its kind: a condition may ask for the text of a number too. */
const demands: readonly Variable['kind'][] = ['text', 'boolean', 'number', 'color', 'image']

export function namesOf(variables: readonly Variable[]): readonly TemplateName[] {
  const byName = Map.groupBy(variables, ({ name }) => name)
  return [...byName].map(([name, uses]) => ({
    name,
    uses,
    kind: demands.findLast((kind) => uses.some((use) => use.kind === kind)) ?? 'text',
  }))
}

/** `Product Name`, `product_name` and `productName` are one name; accents do not count. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

type Fit = 'good' | 'doubtful' | 'bad'

const fits: Readonly<Record<Variable['kind'], { good: readonly string[]; bad: readonly string[] }>> = {
  text: { good: [], bad: ['attachments'] },
  image: {
    good: ['attachments', 'url'],
    bad: ['number', 'date', 'date_time', 'checkbox', 'single_select', 'multi_select', 'user', 'link'],
  },
  number: { good: ['number'], bad: ['attachments', 'date', 'date_time', 'checkbox', 'multi_select', 'user', 'link'] },
  color: { good: [], bad: ['attachments', 'number', 'date', 'date_time', 'checkbox', 'user', 'link'] },
  boolean: { good: ['checkbox'], bad: ['attachments', 'date', 'date_time', 'user', 'link'] },
}

/** Whether what a field holds can be what a template asks for. Kinds that are not known here may fit. */
export function fitOf(wanted: Variable['kind'], { kind }: Pick<TableField, 'kind'>): Fit {
  const { good, bad } = fits[wanted]
  if (bad.includes(kind)) return 'bad'
  return wanted === 'text' || good.includes(kind) ? 'good' : 'doubtful'
}

/** Names that mean the same, as tables and designs use them. */
const MEANINGS = [
  ['name', 'title', 'heading', 'headline'],
  ['description', 'details', 'summary', 'subtitle'],
  ['photo', 'picture', 'image'],
  ['price', 'amount', 'cost'],
] as const

const meansSame = (one: string, other: string) =>
  MEANINGS.some((names: readonly string[]) => names.includes(one) && names.includes(other))

/** By name, then by a part of the name, then by its meaning, then by being the only picture there is. */
function fieldFor({ name, kind }: TemplateName, fields: readonly TableField[]): TableField | undefined {
  const wanted = plainName(name)
  const fitting = fields.filter((field) => fitOf(kind, field) !== 'bad')
  const same = fitting.find((field) => field.name === name) ?? fitting.find((field) => plainName(field.name) === wanted)
  if (same) return same
  const near = fitting.filter(({ name: other }) => {
    const given = plainName(other)
    const [short, long] = given.length < wanted.length ? [given, wanted] : [wanted, given]
    return short.length > 2 && (long.startsWith(short) || long.endsWith(short))
  })
  if (near.length === 1) return near[0]
  const alike = fitting.filter(({ name: other }) => meansSame(plainName(other), wanted))
  if (alike.length === 1) return alike[0]
  const pictures = fitting.filter((field) => field.kind === 'attachments')
  return kind === 'image' && pictures.length === 1 ? pictures[0] : undefined
}

/** A field that the table shows in another way than its values are, such as `$12.50`, is shown so. */
export const entryOf = ({ id, format }: TableField): Entry => ({ field: id, ...(format && { formatted: true }) })

/** Fills every name of a template from the fields of a table; what nothing fits stays empty. What is `kept` stays. */
export function autoMapping(
  names: readonly TemplateName[],
  fields: readonly TableField[],
  kept: Readonly<Record<string, Entry>> = {},
): Record<string, Entry> {
  return Object.fromEntries(
    names.map((wanted): [string, Entry] => {
      const before = kept[wanted.name]
      if (before) return [wanted.name, before]
      const field = fieldFor(wanted, fields)
      return [wanted.name, field ? entryOf(field) : { value: null }]
    }),
  )
}
