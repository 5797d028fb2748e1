import { t } from '#dashboard/strings/table-dialogs.ts'

const inOneSentence = new Intl.ListFormat('en')

interface Counts {
  added: number
  updated: number
  removed: number
}

/** What an import did to the rows of a table. */
export function countWords({ added, updated, removed }: Counts): string {
  const parts = [
    t('tables.import_added', { count: added }),
    ...(updated > 0 ? [t('tables.import_updated', { count: updated })] : []),
    ...(removed > 0 ? [t('tables.import_removed', { count: removed })] : []),
  ]
  return inOneSentence.format(parts)
}
