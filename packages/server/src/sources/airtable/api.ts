import { createHash } from 'node:crypto'
import type { CallBudget, Governor } from '#core/ports/governor.ts'
import type { SourceFetch } from '#core/ports/source-fetch.ts'
import type { OnHeld } from '#core/ports/sources.ts'
import { createHostedApi, type HostedCall } from '#sources/hosted/hosted-api.ts'
import { rejectionOf } from './refusal.ts'

export interface AirtableAccount {
  token: string
  /** Without slashes at the end. */
  endpointUrl: string
  /** Where files are uploaded to. */
  contentUrl: string
  budget: CallBudget
  onHeld: OnHeld | undefined
}

/** `baseId` is null for what belongs to no base. */
export type AirtableCall<Answer> = Omit<HostedCall<Answer>, 'scopes' | 'baseUrl'> & {
  baseId: string | null
  isUpload?: boolean
}

export interface AirtableApi {
  /** @throws AppError `source_…`, its cause the refusal of Airtable */
  call<Answer>(call: AirtableCall<Answer>): Promise<Answer>
}

/**
 * Airtable takes 5 a second for a base, whatever the call, and 50 for a token. Four fifths of it: any six in a row, each sent
 * within `MAX_LATE_MS` of its turn, then take 1,200 ms or more, and the network may delay the first of them by 200 ms. After one that
 * was delayed by more, the rate limiter leaves turns unused.
 */
export const perSecond = { base: 4, token: 40 }
const atOnce = 20
/** A page of 100 records, each with several cells of 100,000 characters. */
const maxBodyBytes = 64_000_000

/** Every call counts for its token and, when it names one, for its base. */
export function createAirtableApi(
  { fetch, governor }: { fetch: SourceFetch; governor: Governor },
  account: AirtableAccount,
): AirtableApi {
  const { token, endpointUrl, contentUrl, budget, onHeld } = account
  const digest = createHash('sha256').update(token).digest('hex').slice(0, 16)
  const tokenScope = { key: `airtable token ${digest}`, perSecond: perSecond.token }
  const api = createHostedApi({
    fetch: (request) => fetch({ ...request, maxBodyBytes }),
    governor,
    product: 'Airtable',
    baseUrl: endpointUrl,
    headers: { authorization: `Bearer ${token}` },
    budget,
    atOnce,
    onHeld,
    rejectionOf,
  })
  return {
    call({ baseId, isUpload = false, ...call }) {
      const baseScope =
        baseId === null ? [] : [{ key: `airtable base ${baseId.slice(0, 40)}`, perSecond: perSecond.base }]
      return api.call({ ...call, ...(isUpload && { baseUrl: contentUrl }), scopes: [...baseScope, tokenScope] })
    },
  }
}
