import { AppError } from '#core/errors.ts'
import type { SignedTarget } from './verify-target.ts'

/** What an address sets beside its values, each a number written in one way only. */
const settings = {
  v: { lowest: 1, highest: 999_999_999, form: /^[1-9]\d{0,8}$/ },
  width: { lowest: 1, highest: 10_000, form: /^[1-9]\d{0,4}$/ },
  scale: { lowest: 0.1, highest: 8, form: /^\d(\.\d{1,4})?$/ },
  quality: { lowest: 1, highest: 100, form: /^[1-9]\d{0,2}$/ },
  exp: { lowest: 1, highest: 999_999_999_999, form: /^[1-9]\d{0,11}$/ },
} as const

type Setting = keyof typeof settings

export interface SignedSettings extends Readonly<Partial<Record<Setting, number>>> {
  values: Readonly<Record<string, string>>
}

const reserved = [...Object.keys(settings), 'kid', 'sig']

const isSetting = (name: string): name is Setting => Object.hasOwn(settings, name)

function refuse(message: string): never {
  throw new AppError('invalid_request', message)
}

function numberOf(name: Setting, text: string): number {
  const { lowest, highest, form } = settings[name]
  const number = Number(text)
  if (form.test(text) && number >= lowest && number <= highest) return number
  return refuse(`${name} must be a plain number from ${lowest} to ${highest}.`)
}

/**
 * Tells settings and values apart. A dot in front makes any name that of a value, also one that a setting has:
 * `.width` is the value "width". @throws AppError `invalid_request`
 */
export function readPairs(pairs: SignedTarget['pairs']): SignedSettings {
  const numbers = new Map<Setting, number>()
  const values = new Map<string, string>()
  for (const [name, text] of pairs) {
    if (isSetting(name)) {
      if (numbers.has(name)) refuse(`${name} occurs twice.`)
      numbers.set(name, numberOf(name, text))
      continue
    }
    if (reserved.includes(name)) refuse(`${name} occurs twice.`)
    const valueName = name.replace(/^\./, '')
    if (values.has(valueName)) refuse(`The value "${valueName}" occurs twice.`)
    if (text.includes('\0') || valueName.includes('\0')) refuse('A value contains the character U+0000.')
    values.set(valueName, text)
  }
  if (numbers.has('width') && numbers.has('scale')) refuse('Set width or scale, not both.')
  return { ...Object.fromEntries(numbers), values: Object.fromEntries(values) }
}
