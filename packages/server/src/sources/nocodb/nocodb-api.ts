import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { CallBudget, Governor } from '#core/ports/governor.ts'
import type { SourceFetch } from '#core/ports/source-fetch.ts'
import type { OnHeld } from '#core/ports/sources.ts'
import { createHostedApi, type HostedCall } from '#sources/hosted/hosted-api.ts'
import { rejectionOf } from './refusal.ts'

export interface NocoSettings {
  token: string
  endpointUrl: string
}

export interface NocoApiSetup {
  fetch: SourceFetch
  governor: Governor
  settings: NocoSettings
  budget: CallBudget
  onHeld: OnHeld | undefined
}

type Call<Answer> = Pick<HostedCall<Answer>, 'body' | 'raw' | 'signal'> & { answer: z.ZodType<Answer> }

/** Requests to one NocoDB with one token. */
export interface NocoApi {
  /** Where it stands, without a slash at the end. */
  baseUrl: string
  /** Requests a second that the service allows; undefined for a server of one's own. */
  perSecond: number | undefined
  get<Answer>(path: string, call: Call<Answer>): Promise<Answer>
  send<Answer>(method: 'POST' | 'PATCH' | 'DELETE', path: string, call: Call<Answer>): Promise<Answer>
}

/** NocoDB's own service allows each user 5 requests a second; one a second is left to people. A server of one's own has no limit. */
const hostedPerSecond = 4
const ownPerSecond = 50
const atOnce = 4

/** A page of 100 records, each with several cells of 100,000 characters. */
const maxBodyBytes = 64_000_000

const isHosted = (baseUrl: string) => /(^|\.)nocodb\.com$/.test(new URL(baseUrl).hostname)

/** The address of the server, also from one that was copied out of the browser. */
export function baseUrlOf(endpointUrl: string): string {
  const { origin, pathname } = new URL(endpointUrl)
  return `${origin}${pathname.replace(/\/(dashboard|api)(\/.*)?$/s, '')}`.replace(/(?<!\/)\/+$/, '')
}

export function createNocoApi({ fetch, governor, settings, budget, onHeld }: NocoApiSetup): NocoApi {
  const baseUrl = baseUrlOf(settings.endpointUrl)
  const user = createHash('sha256').update(`${baseUrl} ${settings.token}`).digest('hex').slice(0, 16)
  const perSecond = isHosted(baseUrl) ? hostedPerSecond : undefined
  const scopes = [{ key: `nocodb user ${user}`, perSecond: perSecond ?? ownPerSecond }]
  const api = createHostedApi({
    fetch: (request) => fetch({ ...request, maxBodyBytes }),
    governor,
    product: 'NocoDB',
    baseUrl,
    headers: { 'xc-token': settings.token },
    budget,
    atOnce,
    onHeld,
    rejectionOf,
  })
  return {
    baseUrl,
    perSecond,
    get: (path, call) => api.call({ ...call, method: 'GET', path, scopes, isRead: true }),
    send: (method, path, call) => api.call({ ...call, method, path, scopes, isRead: false }),
  }
}
