import { fewAtOnce } from '@pictable/renderer/few-at-once'

/**
 * For pictures that the server draws. Each takes long on a busy server, and a browser has six connections to it: what a person
 * does next needs one.
 */
export const inTurn = fewAtOnce(2)
