import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import { isMask, masked } from '#core/secret-mask.ts'

export type UserDefined = Readonly<Record<string, unknown>>

/** Shorter values are not found in what a receiver answers, so they could not be masked there. */
export const MIN_SECRET_CHARACTERS = 6
const MAX_SECRET_CHARACTERS = 4096
/** Each is looked for, in many encodings, in every answer. */
const MAX_SECRETS = 32

/** No delivery has a larger body, so a larger `user_defined` never arrives. */
export const MAX_BODY_BYTES = 256 * 1024

type Path = readonly (string | number)[]

/** `{"$secret": "..."}`: the receiver gets the text in its place. */
export interface SecretValue {
  $secret: string
}

export function isSecretValue(value: unknown): value is SecretValue {
  return typeof value === 'object' && value !== null && '$secret' in value && typeof value.$secret === 'string'
}

/** A copy in which each secret, also inside lists and objects, is replaced. */
function mapSecrets(value: unknown, map: (secret: SecretValue, path: Path) => unknown, path: Path = []): unknown {
  if (isSecretValue(value)) return map(value, path)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item, index) => mapSecrets(item, map, [...path, index]))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapSecrets(item, map, [...path, key])]))
}

/** Every secret with its place in the request. */
function secretsByPlace(userDefined: unknown): Map<string, string> {
  const found = new Map<string, string>()
  mapSecrets(userDefined, ({ $secret }, path) => found.set(pointer('user_defined', ...path), $secret))
  return found
}

export function secretTextsIn(userDefined: unknown): string[] {
  return [...secretsByPlace(userDefined).values()]
}

/** As answers show it: secrets as masks. */
export function maskUserDefined(userDefined: UserDefined): UserDefined {
  return Object.fromEntries(
    Object.entries(userDefined).map(([key, value]) => [
      key,
      mapSecrets(value, ({ $secret }) => ({ $secret: masked($secret) })),
    ]),
  )
}

function problemOfSecret(value: object): string | null {
  if (!isSecretValue(value)) return 'must contain the secret as text: {"$secret": "..."}'
  if (Object.keys(value).length > 1) return 'must have no other key than $secret'
  const { length } = value.$secret
  if (isMask(value.$secret) || (length >= MIN_SECRET_CHARACTERS && length <= MAX_SECRET_CHARACTERS)) return null
  return `must have ${MIN_SECRET_CHARACTERS} to ${MAX_SECRET_CHARACTERS} characters: a shorter text cannot be masked in responses`
}

function problemsIn(value: unknown, path: Path): ErrorDetail[] {
  if (typeof value !== 'object' || value === null) return []
  if (!Array.isArray(value) && Object.hasOwn(value, '$secret')) {
    const detail = path.length === 1 ? 'must be an object' : problemOfSecret(value)
    return detail === null ? [] : [{ pointer: pointer(...path), detail }]
  }
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, item]) => problemsIn(item, [...path, key]))
}

/** Secrets that cannot be stored, by their place in the request. */
export function problemsOfSecrets(userDefined: unknown): ErrorDetail[] {
  const problems = problemsIn(userDefined, ['user_defined'])
  if (secretTextsIn(userDefined).length > MAX_SECRETS)
    problems.push({ pointer: '/user_defined', detail: `must have at most ${MAX_SECRETS} secrets` })
  return problems
}

/** A value that fits no body is not read any further. */
export function problemsOfSize(userDefined: unknown): ErrorDetail[] {
  if (JSON.stringify(userDefined).length <= MAX_BODY_BYTES) return []
  return [
    { pointer: '/user_defined', detail: `must have at most ${MAX_BODY_BYTES / 1024} KiB, as the body of a delivery` },
  ]
}

/** `user_defined` of a change with the stored secrets in place of their masks. */
export interface EnteredUserDefined {
  userDefined: UserDefined | null
  /** Places of secrets whose stored value stays. */
  kept: string[]
  /** Places of masks that stand for no stored secret. */
  unknown: string[]
}

/** A secret sent as it is shown, at the same place, keeps the stored one. */
export function enterUserDefined(
  entered: UserDefined | null | undefined,
  stored: UserDefined | null,
): EnteredUserDefined {
  const known = secretsByPlace(stored)
  if (entered === undefined) return { userDefined: stored, kept: [...known.keys()], unknown: [] }
  const [kept, unknown]: [string[], string[]] = [[], []]
  const enter = (secret: SecretValue, path: Path) => {
    const place = pointer('user_defined', ...path)
    const before = known.get(place)
    if (before !== undefined && secret.$secret === masked(before)) {
      kept.push(place)
      return { $secret: before }
    }
    if (isMask(secret.$secret)) unknown.push(place)
    return secret
  }
  if (entered === null) return { userDefined: null, kept, unknown }
  const entries = Object.entries(entered).map(([key, value]) => [key, mapSecrets(value, enter, [key])])
  return { userDefined: Object.fromEntries(entries), kept, unknown }
}
