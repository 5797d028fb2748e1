import type { RunRecord } from '#dashboard/api/types.ts'

const named = /^Record \S+(?: ".*?")?: /s

/** The reason without the name of the record, which stands beside it on every page. */
export function reasonWords({ reason }: Pick<RunRecord, 'reason'>): string | undefined {
  const words = reason?.message.replace(named, '')
  return words && capitalized(words)
}

export function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
