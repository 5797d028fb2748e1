import { noteChoice, recentChoices } from '#dashboard/api/recent-choices.ts'

const MAX_RECENT = 6

/** The families that this person chose lately, the latest first. */
export const recentFonts = (): readonly string[] => recentChoices('fonts')

export const noteFont = (family: string): void => noteChoice('fonts', family, MAX_RECENT)
