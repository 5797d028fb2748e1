import type { Condition } from './notation-schema.ts'

/** What placeholders stand for. */
export type Context = Readonly<Record<string, unknown>>

type Json = string | number | boolean | null | { [name: string]: Json } | Json[]

const placeholder = /\{([^{}]*)\}/g
const wholePlaceholder = /^\{([^{}]*)\}$/

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A text as it is read by people; of objects their JSON. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  return isObject(value) ? JSON.stringify(value) : String(value)
}

/** Replaces `{name}` in a text, each encoded for its place. */
export function fillText(
  template: string,
  context: Context,
  encode: (text: string) => string = (text) => text,
): string {
  return template.replace(placeholder, (_, name: string) =>
    encode(plain(Object.hasOwn(context, name) ? context[name] : '')),
  )
}

/** Replaces `{name}` in all texts and names of JSON. A text that is one placeholder becomes its value, such as a list. */
export function fill(template: Json, context: Context): unknown {
  if (typeof template === 'string') {
    const name = wholePlaceholder.exec(template)?.[1]
    return name === undefined || !Object.hasOwn(context, name) ? fillText(template, context) : context[name]
  }
  if (Array.isArray(template)) return template.map((each) => fill(each, context))
  if (!isObject(template)) return template
  const entries = Object.entries(template).map(([name, value]) => [fillText(name, context), fill(value, context)])
  return Object.fromEntries(entries)
}

/** What is at a path; undefined where there is nothing. */
export function at(value: unknown, path: string): unknown {
  return path === '' ? value : follow(value, path.split('.'))
}

function follow(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  if (name === '*') return Array.isArray(value) ? value.flatMap((each) => follow(each, rest) ?? []) : undefined
  return isObject(value) && Object.hasOwn(value, name) ? follow(value[name], rest) : undefined
}

/** The text at a path, or a text with what is at the paths in its braces; undefined where one of them is empty. */
export function textAt(value: unknown, pick: string): string | undefined {
  const names = pick.includes('{') ? [...pick.matchAll(placeholder)].map(([, name = '']) => name) : [pick]
  const texts = new Map(names.map((name) => [name, plain(at(value, name))]))
  if ([...texts.values()].includes('')) return undefined
  return pick.includes('{') ? fillText(pick, Object.fromEntries(texts)) : texts.get(pick)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value ?? null])

/** Whether a value fits all conditions. A list fits when one of its entries does; what is missing is null. */
export function fits(value: unknown, conditions: readonly Condition[], context: Context = {}): boolean {
  return conditions.every(({ at: path, is, not }) => {
    const found = listOf(at(value, path))
    const given = listOf(is === undefined ? not : is).map((each) =>
      typeof each === 'string' ? fillText(each, context) : each,
    )
    // Ids are texts in a connection, and may be numbers in a response.
    const isGiven = found.some((each) =>
      given.some((other) => each === other || (other !== null && plain(each) === other)),
    )
    return is === undefined ? !isGiven : isGiven
  })
}

/** The names of the placeholders in all texts of JSON. */
export function placeholdersIn(template: unknown): string[] {
  if (typeof template === 'string') return [...template.matchAll(placeholder)].map(([, name = '']) => name)
  if (!isObject(template)) return []
  return Object.entries(template).flatMap(([name, value]) => [...placeholdersIn(name), ...placeholdersIn(value)])
}
