import { refuseIfAny } from '#core/refuse.ts'

/** @throws AppError `invalid_request` for a password that whoever knows the user would try first */
export function checkNewPassword(
  password: string,
  { email, name, pointer }: { email: string; name: string; pointer: string },
): void {
  const plain = password.toLowerCase().trim()
  const known = [email, email.split('@', 1)[0] ?? '', name, 'pictable'].map((text) => text.toLowerCase())
  const isKnown = known.some((text) => text.length > 0 && plain.replaceAll(text, '').length < 4)
  const isMonotonous = new Set(plain).size < 4
  const detail = isKnown
    ? 'is your name or email address, which others know. Choose another password'
    : 'is easy to guess. Use more different characters, such as a few words'
  refuseIfAny(isKnown || isMonotonous ? [{ pointer, detail }] : [], 'The password cannot be used.')
}
