import type { RunRecord } from '#dashboard/api/types.ts'

const named = /^Record \S+(?: ".*?")?: /s

/** The reason without the name of the record, which stands beside it on every page. */
export function reasonWords({ reason }: Pick<RunRecord, 'reason'>): string | undefined {
  const words = reason?.message.replace(named, '')
  return words && words[0]?.toUpperCase() + words.slice(1)
}
