/** What a secret is shown as: enough to recognise it by. */
export function masked(value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  return text.length < 12 ? '***' : `***${text.slice(-4)}`
}

/** As `masked()` writes it, or the dots that a browser shows instead of a password. */
const mask = /^(?:\*{3}.{0,4}|[•●]+)$/su

/** Why a mask is refused that stands for no stored secret. */
export const MASK_DETAIL = 'is the mask of another value. Enter the value itself'

/** Whether the value is the mask of a secret. */
export function isMask(value: unknown): boolean {
  return typeof value === 'string' && mask.test(value)
}
