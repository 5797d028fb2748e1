/** What to format with: `de_DE` is `de-DE`, and an unknown language is English, whatever the machine's is. */
export function localesOf(locale: string): string[] {
  return [locale.replaceAll('_', '-'), 'en']
}
