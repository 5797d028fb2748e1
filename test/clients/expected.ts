/** What the exercise does on every platform, and in every language. */
export const expected = {
  image: { kind: 'WEBP', width: 320, isWhole: true },
  run: { state: 'completed', rendered: 11, event: 'run' },
  signed: { status: 200, kind: 'PNG' },
  webhook: { event: 'image.created', forged: 'mismatch', old: 'too_old' },
  error: { isApiError: true, status: 404, code: 'not_found' },
}
