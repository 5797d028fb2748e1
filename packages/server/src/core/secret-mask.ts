/** What a secret is shown as: enough to recognise it by. */
export function masked(value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  return text.length < 12 ? '***' : `***${text.slice(-4)}`
}

/** Whether the value of a secret is the mask it was shown as. */
export function isMask(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('***')
}
