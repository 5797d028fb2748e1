import { t } from '#dashboard/strings/t.ts'

const MAX_NAMED = 3
const inOneSentence = new Intl.ListFormat('en')

/** The titles of the first ones, and how many more there are. */
export function titlesOf(actions: readonly { title: string }[]): string {
  const titles = actions.slice(0, MAX_NAMED).map(({ title }) => title)
  const count = actions.length - titles.length
  return inOneSentence.format(count === 0 ? titles : [...titles, t('templates.affected_more', { count })])
}
