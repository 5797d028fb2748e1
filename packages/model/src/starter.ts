/** What a starter is for, in the order of the gallery. */
export const starterPurposes = [
  'social',
  'product',
  'offer',
  'cover',
  'event',
  'job',
  'property',
  'food',
  'data',
  'print',
] as const

export type StarterPurpose = (typeof starterPurposes)[number]
