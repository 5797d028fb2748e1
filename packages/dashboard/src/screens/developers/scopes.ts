import { scopes as scopeNames } from '@pictable/model/access'
import { t } from '#dashboard/strings/developers.ts'

/** Each includes those before it. */
export const scopes = scopeNames.map((value) => ({ value, label: t(`developers.scope_${value}`) }))

/** What the widest of these allows, in words. */
export function scopeText(given: readonly string[]): string {
  return scopes.findLast(({ value }) => given.includes(value))?.label ?? ''
}
