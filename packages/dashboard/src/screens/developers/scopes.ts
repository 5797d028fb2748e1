import { t } from '#dashboard/strings/t.ts'

/** Each includes those before it. */
export const scopes = [
  { value: 'read', label: t('developers.scope_read') },
  { value: 'trigger', label: t('developers.scope_trigger') },
  { value: 'write', label: t('developers.scope_write') },
  { value: 'admin', label: t('developers.scope_admin') },
] as const

/** What the widest of these allows, in words. */
export function scopeText(given: readonly string[]): string {
  return scopes.findLast(({ value }) => given.includes(value))?.label ?? ''
}
