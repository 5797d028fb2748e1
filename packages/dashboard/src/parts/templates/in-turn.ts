import { fewAtOnce } from '@pictable/renderer/few-at-once'

/** Draws pictures of versions: the page is saved and published in the same time. */
export const inTurn = fewAtOnce(2)
