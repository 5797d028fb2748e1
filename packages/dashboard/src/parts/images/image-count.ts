import type { CallAnswer, Contract } from '@pictable/client'
import { t } from '#dashboard/strings/images.ts'

export type ImageCount = CallAnswer<Contract['images']['count']>

export const MAX_ARCHIVED = 10_000

/** An estimate can be off: near the bound the server decides. */
export function isTooMany({ count, accuracy }: ImageCount): boolean {
  return count > (accuracy === 'exact' ? MAX_ARCHIVED : 2 * MAX_ARCHIVED)
}

export function archiveTitle({ count, accuracy }: ImageCount): string {
  return accuracy === 'exact' ? t('images.archive', { count }) : t(`images.archive_${accuracy}`, { count })
}
