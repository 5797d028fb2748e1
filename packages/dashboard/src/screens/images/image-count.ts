import type { CallAnswer, Contract } from '@pictable/client'
import { t } from '#dashboard/strings/t.ts'

export type ImageCount = CallAnswer<Contract['images']['count']>

/** The server counts no further than one archive holds. */
export const MAX_ARCHIVED = 10_000

export function isTooMany({ count, accuracy }: ImageCount): boolean {
  return accuracy !== 'exact' && count >= MAX_ARCHIVED
}

export function archiveTitle({ count, accuracy }: ImageCount): string {
  return accuracy === 'exact' ? t('images.archive', { count }) : t(`images.archive_${accuracy}`, { count })
}
