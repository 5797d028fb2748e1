import type { ApiKey } from '#core/access/api-key.ts'
import type { Resources } from '#core/ports/data/resources.ts'

export interface ApiKeyData extends Resources<ApiKey> {
  findByLookup(lookup: string): Promise<ApiKey | null>
  revoke(id: string, at: Date): Promise<boolean>
  touch(ids: readonly string[], at: Date): Promise<void>
}

/** An answer kept for 24 hours, so that a repeated POST does nothing twice. */
export interface IdempotentAnswer {
  /** Keyed digest of method, path and body. */
  requestHash: string
  /** null while the first request is still running. */
  sealedAnswer: string | null
}

/** One request that claims a key. */
export interface Claim {
  id: string
  caller: string
  key: string
}

/** A claim that has expired belongs to a process that died, and the next request takes it over. */
export interface IdempotencyData {
  /** @returns null when claimed, else what is stored for the key */
  claim(claim: Claim, request: { requestHash: string; at: Date; expiresAt: Date }): Promise<IdempotentAnswer | null>
  /** Keeps a claim from expiring while its request is running. */
  renew(claim: Claim, expiresAt: Date): Promise<void>
  /** Stores the answer, in place of an earlier one of the same claim. @returns false when another request took over the claim */
  complete(claim: Claim, answer: { sealedAnswer: string; expiresAt: Date }): Promise<boolean>
  /** The request failed and may be tried again. Does nothing when it has an answer or another request took over the claim. */
  release(claim: Claim): Promise<void>
  /** No process is left that could be running a request. */
  releaseAll(): Promise<void>
  deleteExpired(at: Date): Promise<void>
}

export interface RateLimitData {
  /**
   * Takes `cost` from the scope (GCRA, one statement). Nothing is taken when it would have to wait.
   * @returns how long to wait, and how much is left
   */
  take(
    scope: string,
    limit: { perMinute: number; burst: number; cost: number; at: Date },
  ): Promise<{ waitMs: number; remaining: number }>
  /** How long `take()` would have to wait; takes nothing. */
  waitMs(scope: string, limit: { perMinute: number; burst: number; cost: number; at: Date }): Promise<number>
  /**
   * Takes the next turn that all of the scopes have free, in one step; none when it comes later than `aheadMs` after `at`.
   * Turns of a scope are its `intervalMs` apart, whoever takes them.
   * @returns when the turn comes, in milliseconds since 1970
   */
  takeTurn(
    scopes: readonly { scope: string; intervalMs: number }[],
    wanted: { at: Date; aheadMs: number },
  ): Promise<{ turnMs: number; isTaken: boolean }>
  /**
   * Refuses the whole scope until then. One that has to pause again soon after is slower from then on, and comes back to
   * its speed little by little.
   */
  pause(scope: string, pause: { at: Date; until: Date }): Promise<void>
  /** Forgets scopes that nothing has been taken from since, neither calls nor speed. */
  deleteFull(since: Date): Promise<void>
}

/** Small facts about this installation, by name. */
export interface SettingData {
  get(name: string): Promise<unknown>
  set(name: string, value: unknown): Promise<void>
}
