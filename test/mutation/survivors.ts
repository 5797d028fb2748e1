const server = 'packages/server/src'
const http = `${server}/http`
const net = `${server}/net`
const client = 'packages/client/src'

/** The same change in several places, for the same reason. */
const each = (names: readonly string[], reason: string) => Object.fromEntries(names.map((name) => [name, reason]))

const importKey = `const key = await crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])`
const loginLink = `${server}/core/access/login-link.ts`
const groups = `${server}/core/image/signed/verify-target.ts: const [, signed = '', templateId = '', extension = '', query = '', keyId = '', signature = ''] = parts: ''`
const kept = `${server}/webhooks/sign.ts: if (kept.size >= mostKept) kept.clear()`
const isIsatap = `${net}/policy/egress-allow.ts: return address instanceof ipaddr.IPv6 && ((address.parts[4] ?? 0) & ~0x0300) === 0 && address.parts[5] === 0x5efe`

/** Changes that no test notices, by the name that `npm run mutation` gives them, and why that is right. */
export const survivors: Readonly<Record<string, string>> = {
  [`${http}/caller/session-cookie.ts: const [key, value] = one.trim().split('=', 2): 2 -> 3`]:
    'What is behind a second = is not read either way.',
  [`${http}/caller/same-origin.ts: if (origin === undefined) return 'unknown': 'unknown' -> ''`]:
    'Whatever is neither of the two other names means the same.',
  [`${http}/endpoint/idempotency.ts: const claim: Claim = { caller: callerId, key, id: world.newId('claim') }: 'claim' -> ''`]:
    'Only the prefix of the id is another one: a claim is compared, never shown.',
  ...each(
    [
      'const link: LoginLink = { hash: world.digest.sha256(token), userId: user?.id ?? null, expiresAt }: user?.id ?? null -> user?.id',
      'if (link === null) throw spent(): link === null -> false',
      'if (link === null) throw spent(): throw spent() -> ;',
    ].map((change) => `${loginLink}: ${change}`),
    'For the compiler: without a user the database stores null, and no link has no holder.',
  ),
  ...each(
    [
      '(await lookAtLink(world, token)).user',
      '(await holderOf(inside, await data.loginLinks.take(world.digest.sha256(token))))',
    ].flatMap((user) =>
      [`${user} !== null -> false`, 'throw spent() -> ;'].map(
        (change) => `${loginLink}: if (${user} !== null) throw spent(): ${change}`,
      ),
    ),
    'Asked before the password is hashed, and again in the transaction: either refuses the link of a user.',
  ),
  ...each(
    [
      `${client}/sign-image-url.ts: ${importKey}: false -> true`,
      `${server}/core/image/signed/verify-target.ts: ${importKey}: false -> true`,
      `${client}/verify.ts: const key = await crypto.subtle.importKey('raw', claim.keyOf(secret), algorithm, false, ['sign']): false -> true`,
    ],
    'Whether the key could be read again: it never leaves its function.',
  ),
  ...each(
    [`${groups} -> 'mutant'`, ...[1, 2, 4, 5].map((earlier) => `${groups} (after ${earlier}) -> 'mutant'`)],
    'For the compiler: the form has this group whenever it matches.',
  ),
  ...each(
    ["''", "'' (after 1)"].map(
      (group) =>
        `${server}/core/access/key-format.ts: const [, body = '', lookup = '', sum] = parts: ${group} -> 'mutant'`,
    ),
    'For the compiler: the form has this group whenever it matches.',
  ),
  [`${server}/core/access/authenticate.ts: for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index): < -> <=`]:
    'Behind their ends both texts have no character, which differs in nothing.',
  [`${client}/verify.ts: for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at): < -> <=`]:
    'Behind their ends both texts have no character, which differs in nothing.',
  ...each(
    [
      `${server}/webhooks/sign.ts: const mostKept = 1000: 1000 -> 1001`,
      `${server}/webhooks/sign.ts: if (known !== undefined) return known: known !== undefined -> false`,
      ...['kept.size >= mostKept -> true', 'kept.size >= mostKept -> false', '>= -> >', '>= -> <'].map(
        (change) => `${kept}: ${change}`,
      ),
      `${kept}: kept.clear() -> ;`,
      `${server}/webhooks/sign.ts: kept.set(secret, keys): kept.set(secret, keys) -> ;`,
    ],
    'A cache: it changes the time and the memory of a signature, not the signature.',
  ),
  ...each(
    [`${isIsatap}: address.parts[4] ?? 0 -> address.parts[4]`, `${isIsatap}: 0 -> 1`],
    'For the compiler: every IPv6 address has eight parts.',
  ),
  [`${net}/guarded-lookup.ts: return error instanceof Error ? error : new Error(String(error)): error instanceof Error -> true`]:
    'For the compiler: all that is thrown there is an Error.',
  [`${net}/guarded-lookup.ts: (error) => answer(report(error), ''),: '' -> 'mutant'`]:
    'The address beside an error is not read.',
  ...each(
    [
      `${net}/vetted-addresses.ts: if (first === undefined) answer(refusal('dns', host, 'its name cannot be resolved'), ''): '' -> 'mutant'`,
    ],
    'The address beside an error is not read.',
  ),
  [`${net}/guarded-lookup.ts: const { use = 'sql' } = setup: 'sql' -> ''`]:
    'Whatever is not "http" or "mail" has the ports of drivers; the compiler knows no fourth use.',
  [`${net}/guarded-lookup.ts: let dialled = '': '' -> 'mutant'`]: 'It is set before a socket can connect.',
  [`${net}/guarded-lookup.ts: vet(policy, dialled, socket.remoteAddress ?? ''): '' -> 'mutant'`]:
    'Either is no address, and is refused.',
  [`${net}/policy/public-url-problem.ts: const policy = createAddressPolicy({ allow: '' }): '' -> 'mutant'`]:
    'It opens the one name "mutant".',
  ...each(
    [
      `${net}/policy/typed-host.ts: const [, authority = ''] = /^[^:]*:[\\\\/]*([^\\\\/?#]*)/.exec(text.replace(/[\\t\\n\\r]/g, '')) ?? []: '' -> 'mutant'`,
    ],
    'Without a host in the text there is no other spelling of it.',
  ),
  ...each(
    [
      `${net}/policy/webhook-guard.ts: if (!(error instanceof NetError)) throw error: !(error instanceof NetError) -> false`,
      `${net}/policy/webhook-guard.ts: if (!(error instanceof NetError)) throw error: throw error -> ;`,
    ],
    'For the compiler: the policy throws nothing else.',
  ),
  [`${server}/core/trigger/receive-hook.ts: const whenFull = first.afterMs === undefined ? 'refuse' : 'take_view': 'take_view' -> ''`]:
    'Whatever is not "refuse" takes the view; the compiler knows no third word.',
  [`${server}/core/trigger/receive-hook.ts: const error = run === null ? (await world.data.triggers.get(trigger.id))?.error : null: run === null -> true`]:
    'With the run that starts, the error of its trigger is removed: only the query is saved.',
  [`${server}/core/run/read-named.ts: ...(missing.length === 0 ? [] : await endMissing(reading, missing)),: missing.length === 0 -> false`]:
    'No ids end no records: only the query is saved.',
  [`${http}/input/image-filter.ts: requireAction(caller, query.action_id ?? null): query.action_id ?? null -> query.action_id`]:
    'For the compiler: an action that is not named is none of those of a limited key.',
}
