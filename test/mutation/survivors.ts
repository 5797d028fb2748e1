const http = 'packages/server/src/http'

/** Changes that no test notices, by the name that `npm run mutation` gives them, and why that is right. */
export const survivors: Readonly<Record<string, string>> = {
  [`${http}/session-cookie.ts: const [key, value] = one.trim().split('=', 2): 2 -> 3`]:
    'What is behind a second = is not read either way.',
  [`${http}/same-origin.ts: if (origin === undefined) return 'unknown': 'unknown' -> ''`]:
    'Whatever is neither of the two other names means the same.',
  [`${http}/idempotency.ts: const claim: Claim = { caller: callerId, key, id: world.newId('claim') }: 'claim' -> ''`]:
    'Only the prefix of the id is another one: a claim is compared, never shown.',
}
