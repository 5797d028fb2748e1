/** Why a record is previewed: designs break on such values. */
export const becauseCodes = [
  'longest_text',
  'missing_image',
  'emptiest',
  'right_to_left',
  'longest_word',
  'most_digits',
  'first',
  'named',
] as const

export type BecauseCode = (typeof becauseCodes)[number]
