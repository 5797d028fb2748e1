import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { StartError } from '#core/start-error.ts'
import { type AddressPolicy, portOf } from '#net/policy/address-policy.ts'
import { bareHost } from '#net/policy/host-name.ts'
import type { NetError } from '#net/policy/net-error.ts'
import { connectionError, handshakeError } from './connection-error.ts'
import type { Deadline } from './deadline.ts'
import type { Connect, Resolve } from './guarded-fetch-types.ts'
import { createVettedResolve, lookupOf, vet } from './vetted-addresses.ts'

export type Dialled = { socket: Socket; timings: { dnsMs?: number; connectMs: number } }

/** Opens a connection for a URL that the policy has passed; ends, with its sockets, when the deadline does. */
export type Dial = (url: URL, deadline: Deadline) => Promise<Dialled>

type DialSetup = { policy: AddressPolicy; resolve: Resolve; connect: Connect; secureContext: SecureContext }

/** The usual authorities and those of a PEM file; undefined, which is the usual ones, without. @throws StartError */
export function loadAuthorities(caFile: string | undefined): string[] | undefined {
  if (caFile === undefined) return undefined
  try {
    const ca = readFileSync(caFile, 'utf8')
    if (!ca.includes('-----BEGIN CERTIFICATE-----')) throw new Error('it contains no certificate')
    createSecureContext({ ca })
    return [...getCACertificates('default'), ca]
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`PICTABLE_CA_FILE: "${caFile}" cannot be used: ${why}`, { cause })
  }
}

/** TLS 1.2 or newer. @throws StartError */
export function loadSecureContext(caFile: string | undefined): SecureContext {
  const ca = loadAuthorities(caFile)
  return createSecureContext({ minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) })
}

/** Tries the addresses in turn, as Node does. */
export const connectSocket: Connect = ({ addresses, port }) =>
  connectTcp({ host: 'vetted.invalid', port, lookup: lookupOf(addresses), autoSelectFamily: true, keepAlive: true })

export function createDial({ policy, resolve, connect, secureContext }: DialSetup): Dial {
  const resolveVetted = createVettedResolve(policy, resolve)

  return async (url, deadline) => {
    const host = bareHost(url.hostname)
    const ended = new Promise<never>((_resolve, reject) => deadline.onEnd(reject))
    const inTime = <T>(work: Promise<T>): Promise<T> => Promise.race([ended, work])
    const startedAtMs = performance.now()
    const addresses = await inTime(resolveVetted(host))
    const resolvedAtMs = performance.now()
    const tcp = ignoreErrors(connect({ addresses, port: portOf(url) }))
    try {
      await inTime(eventOf(tcp, 'connect', (error) => connectionError(host, error)))
      vet(policy, host, tcp.remoteAddress ?? '')
      tcp.setNoDelay(true)
      const socket = url.protocol === 'https:' ? startTls(tcp, host, secureContext) : tcp
      if (socket !== tcp) await inTime(eventOf(socket, 'secureConnect', (error) => handshakeError(host, error)))
      const connectMs = performance.now() - resolvedAtMs
      return { socket, timings: isIP(host) === 0 ? { dnsMs: resolvedAtMs - startedAtMs, connectMs } : { connectMs } }
    } catch (error) {
      tcp.destroy()
      throw error
    }
  }
}

async function eventOf(socket: Socket, name: string, translate: (error: unknown) => NetError): Promise<void> {
  try {
    await once(socket, name)
  } catch (error) {
    throw translate(error)
  }
}

/** A session is never handed over, so none is taken up again, here or for another origin. */
function startTls(socket: Socket, host: string, secureContext: SecureContext): Socket {
  const servername = isIP(host) === 0 ? host : ''
  const ALPNProtocols = ['http/1.1']
  return ignoreErrors(connectTls({ socket, host, servername, secureContext, ALPNProtocols, rejectUnauthorized: true }))
}

/** A socket may fail while no one waits for it; undici tells its next user. */
function ignoreErrors(socket: Socket): Socket {
  return socket.on('error', () => {})
}
