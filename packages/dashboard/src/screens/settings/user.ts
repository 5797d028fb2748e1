import type { CallAnswer, Contract } from '@pictable/client'
import { userRoles } from '@pictable/model/access'
import { t } from '#dashboard/strings/settings.ts'

export type User = CallAnswer<Contract['users']['get']>
export type UserWithLink = CallAnswer<Contract['users']['link']>

export const roles = userRoles.map((value) => ({ value, label: t(`settings.role_${value}`) }))

export function roleOf(value: string): User['role'] | undefined {
  return roles.find((role) => role.value === value)?.value
}
