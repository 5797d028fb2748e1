/** Kinds of a field that a built-in table can have, in the order in which people look for them. */
export const tableFieldKinds = [
  'text',
  'rich_text',
  'number',
  'checkbox',
  'date',
  'date_time',
  'single_select',
  'multi_select',
  'attachments',
  'url',
  'json',
] as const

export type TableFieldKind = (typeof tableFieldKinds)[number]

/** How the values of a field are to be understood, one list for every source. */
export const fieldKinds = [...tableFieldKinds, 'link', 'user', 'unknown'] as const

export type FieldKind = (typeof fieldKinds)[number]
