import { noteChoice, recentChoices } from '#dashboard/api/recent-choices.ts'

/** What a first template needs, in this order. Each hint is shown until a person has done so, or has closed it. */
export const HINTS = ['picture', 'data', 'publish'] as const
export type Hint = (typeof HINTS)[number]

const STORED_AS = 'coach'

/** Those that this person needs no more, in this browser. */
export function doneHints(): readonly Hint[] {
  const done = recentChoices(STORED_AS)
  return HINTS.filter((hint) => done.includes(hint))
}

export const noteDone = (hint: Hint): void => noteChoice(STORED_AS, hint, HINTS.length)
