/** What a file in the storage belongs to. */
export const ownerKinds = ['image', 'asset', 'font'] as const

export type OwnerKind = (typeof ownerKinds)[number]

/** What the background check finds wrong with a file. */
export const fileProblems = ['damaged', 'missing', 'unreadable'] as const

export type FileProblem = (typeof fileProblems)[number]
