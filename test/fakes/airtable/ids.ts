import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

type Prefix = 'app' | 'tbl' | 'fld' | 'viw' | 'rec' | 'att' | 'usr' | 'sel' | 'ach' | 'itr' | 'pat'

/** `createId()` makes an id as Airtable's: three letters that name the kind, then fourteen of 62 characters. */
export function createId(prefix: Prefix): string {
  return prefix + Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
}
