import type { ApiKey } from '#core/access/api-key.ts'
import type { Resources } from '#core/ports/data/resources.ts'

export interface ApiKeyData extends Resources<ApiKey> {
  findByLookup(lookup: string): Promise<ApiKey | null>
  revoke(id: string, at: Date): Promise<boolean>
  touch(ids: readonly string[], at: Date): Promise<void>
}

/** An answer kept for 24 hours, so that a repeated POST does nothing twice. */
export interface IdempotentAnswer {
  /** SHA-256 of method, path and body. */
  requestHash: string
  /** null while the first request is still running. */
  sealedAnswer: string | null
}

/** A claim is told from those before and after it by when it ends: it is taken over then at the earliest. */
export interface IdempotencyData {
  /** Claims the key for a request, until `expiresAt` should its process die. @returns null when claimed, else what is already there */
  claim(
    caller: string,
    key: string,
    claim: { requestHash: string; at: Date; expiresAt: Date },
  ): Promise<IdempotentAnswer | null>
  /** Nothing when the claim that ends at `claimedUntil` was taken over. */
  complete(
    caller: string,
    key: string,
    answer: { claimedUntil: Date; sealedAnswer: string; expiresAt: Date },
  ): Promise<void>
  /** The request failed in a way that may be tried again. Nothing when the claim was taken over. */
  release(caller: string, key: string, claimedUntil: Date): Promise<void>
  deleteExpired(at: Date): Promise<void>
}

export interface RateLimitData {
  /**
   * Takes `cost` from the scope (GCRA, one statement). Nothing is taken when it would have to wait for longer than
   * `aheadMs` (whole; default 0): what is taken ahead has its turn after the wait, whoever asks meanwhile.
   * @returns how long to wait, and how much is left
   */
  take(
    scope: string,
    limit: { perMinute: number; burst: number; cost: number; at: Date; aheadMs?: number },
  ): Promise<{ waitMs: number; remaining: number }>
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
