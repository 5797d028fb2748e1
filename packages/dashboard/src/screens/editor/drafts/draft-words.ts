import { type DraftState, type DraftStatus, statusOf } from '@pictable/editor'
import { t } from '#dashboard/strings/editor.ts'

const WARNINGS: ReadonlySet<DraftStatus> = new Set([
  'offline',
  'signed-out',
  'rejected',
  'conflict',
  'unreadable',
  'gone',
])

export const isWarning = (status: DraftStatus): boolean => WARNINGS.has(status)

/** What happened to the changes. */
export function wordsOfDraft(state: DraftState): string {
  const { mode, rejection, isJournalBroken } = state
  const status = statusOf(state)
  if (status === 'following') {
    const who = mode.name === 'following' ? mode.who : null
    return who === null ? t('editor.draft_other_tab') : t('editor.draft_following', { who })
  }
  if (status === 'rejected') return t('editor.draft_rejected', { reason: rejection ?? '' })
  if (status === 'offline' && isJournalBroken) return t('editor.draft_offline_tab')
  return t(`editor.draft_${status}`)
}
