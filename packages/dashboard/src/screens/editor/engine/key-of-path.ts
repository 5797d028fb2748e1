/** By which a frame knows its layers. */
export const keyOfPath = (path: readonly number[]): string => path.join('.')
