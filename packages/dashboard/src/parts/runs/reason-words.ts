import type { RunRecord } from '#dashboard/api/types.ts'

const named = /^Record \S+(?: ".*?")?: /s

/** The reason without the name of the record, which stands beside it on every page. */
export function reasonWords({ reason }: Pick<RunRecord, 'reason'>): string | undefined {
  return reason ? failureWords(reason) : undefined
}

/** The same for what several records have in common; the code is for programs. */
export function failureWords({ code, message }: { code: string; message: string }): string {
  const words = message.replace(named, '')
  const end = ` (${code})`
  return capitalized(words.endsWith(end) ? words.slice(0, -end.length) : words)
}

function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
