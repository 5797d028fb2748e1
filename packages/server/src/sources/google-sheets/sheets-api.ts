import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CallBudget } from '#core/ports/governor.ts'
import type { OnHeld } from '#core/ports/sources.ts'
import { createHostedApi, type HostedApi, type HostedCall, type WayOut } from '#sources/hosted/hosted-api.ts'
import { accountOf, type Credentials, tokenRequest } from './credentials.ts'
import { rejectionFor, rejectionIn } from './rejection.ts'

/** Where Google is; a server for tests is all of them. */
export interface Hosts {
  sheets: string
  drive: string
  token: string
}

export interface SheetsAccount {
  credentials: Credentials
  hosts: Hosts
  budget: CallBudget
  onHeld: OnHeld | undefined
}

export type SheetsCall<Answer> = Pick<HostedCall<Answer>, 'path' | 'body' | 'answer' | 'isRead' | 'signal'> & {
  method: 'GET' | 'POST'
  host?: 'sheets' | 'drive'
}

export interface SheetsApi {
  /** The e-mail address to share spreadsheets with; null where a person signed in. */
  account: string | null
  /** @throws AppError `source_…`, its cause the rejection by Google */
  call<Answer>(call: SheetsCall<Answer>): Promise<Answer>
}

/**
 * Google takes 60 reads and 60 writes a minute of an account. Four fifths of one of them, for all together: 48 in any
 * minute, so that the account serves another program too.
 */
export const perSecond = 0.8
const atOnce = 4
/** A block of rows with long texts. */
const maxBodyBytes = 64_000_000
/** How long before it expires a token is replaced. */
const SPARE_MS = 5 * 60_000
const MAX_TOKENS = 200

const tokenSchema = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().positive() })

interface AccessToken {
  value: string
  expiresAtMs: number
}

/** Access tokens of all accounts: sources are opened for every piece of work, and share them. */
export type TokenCache = Map<string, Promise<AccessToken>>

const isFresh = ({ expiresAtMs }: AccessToken) => Date.now() < expiresAtMs - SPARE_MS

function digestOf({ credentials, hosts }: SheetsAccount): string {
  const own =
    credentials.type === 'service_account'
      ? [credentials.email, credentials.key.export({ type: 'pkcs8', format: 'pem' })]
      : [credentials.clientId, credentials.clientSecret, credentials.refreshToken]
  return createHash('sha256')
    .update(JSON.stringify([hosts, own]))
    .digest('hex')
}

/** Calls Google as one account, with an access token that is replaced when it expires or is rejected. */
export function createSheetsApi(way: WayOut, account: SheetsAccount, tokens: TokenCache): SheetsApi {
  const { credentials, hosts, budget, onHeld } = account
  const name = accountOf(credentials)
  const digest = digestOf(account)
  const scopes = [{ key: `google sheets account ${digest.slice(0, 16)}`, perSecond }]
  const open = (headers: Record<string, string>, secrets: readonly string[] = []): HostedApi =>
    createHostedApi({
      fetch: (request) => way.fetch({ ...request, maxBodyBytes }),
      governor: way.governor,
      product: 'Google Sheets',
      baseUrl: hosts.sheets,
      headers,
      secrets,
      budget,
      atOnce,
      onHeld,
      rejectionOf: rejectionFor(name),
    })

  async function exchange(): Promise<AccessToken> {
    const form = tokenRequest(credentials, hosts.token, new Date())
    const bytes = new TextEncoder().encode(form.toString())
    const { access_token: value, expires_in: seconds } = await open(
      {},
      [...form.values()].filter(({ length }) => length >= 8),
    ).call({
      method: 'POST',
      baseUrl: hosts.token,
      path: '',
      raw: { contentType: 'application/x-www-form-urlencoded', bytes },
      answer: tokenSchema,
      scopes,
      isRead: true,
    })
    return { value, expiresAtMs: Date.now() + seconds * 1000 }
  }

  function renew(): Promise<AccessToken> {
    const renewed = exchange()
    tokens.delete(digest)
    tokens.set(digest, renewed)
    const [oldest] = tokens.keys()
    if (tokens.size > MAX_TOKENS && oldest !== undefined) tokens.delete(oldest)
    renewed.catch(() => tokens.get(digest) === renewed && tokens.delete(digest))
    return renewed
  }

  async function currentToken(): Promise<AccessToken> {
    const known = tokens.get(digest)
    if (known === undefined) return renew()
    const token = await known
    return isFresh(token) ? token : renew()
  }

  function send<Answer>({ host = 'sheets', ...call }: SheetsCall<Answer>, token: AccessToken): Promise<Answer> {
    const api = open({ authorization: `Bearer ${token.value}` })
    return api.call({ ...call, baseUrl: hosts[host], scopes })
  }

  return {
    account: name,
    async call(call) {
      const token = await currentToken()
      try {
        return await send(call, token)
      } catch (error) {
        if (rejectionIn(error)?.status !== 401) throw error
        // Revoked before its time: a new one works, or the exchange says what is wrong.
        const known = await tokens.get(digest)
        return send(call, known === undefined || known.value === token.value ? await renew() : known)
      }
    },
  }
}
