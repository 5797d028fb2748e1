/** Spreadsheets run texts that begin like this. */
const runnable = /^'*[=+\-@\t\r]/

/** The text with an apostrophe in front where a spreadsheet would run it as a formula. */
export function guarded(text: string): string {
  return runnable.test(text) ? `'${text}` : text
}

/** The text without the apostrophe that `guarded()` put in front. */
export function unguarded(text: string): string {
  return text.startsWith("'") && runnable.test(text) ? text.slice(1) : text
}
