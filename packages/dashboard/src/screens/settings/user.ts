import type { CallAnswer, Contract } from '@pictable/client'
import { t } from '#dashboard/strings/t.ts'

export type User = CallAnswer<Contract['users']['get']>
export type UserWithLink = CallAnswer<Contract['users']['link']>

export const roles = [
  { value: 'viewer', label: t('settings.role_viewer') },
  { value: 'editor', label: t('settings.role_editor') },
  { value: 'owner', label: t('settings.role_owner') },
] as const

export function roleOf(value: string): User['role'] | undefined {
  return roles.find((role) => role.value === value)?.value
}
