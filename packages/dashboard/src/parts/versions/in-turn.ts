import { fewAtOnce } from '#dashboard/api/few-at-once.ts'

/** Draws pictures of versions: the page is saved and published in the same time. */
export const inTurn = fewAtOnce(2)
