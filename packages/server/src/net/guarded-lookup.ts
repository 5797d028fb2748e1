import { type LookupFunction, Socket } from 'node:net'
import type { AddressPolicy } from '#net/policy/address-policy.ts'
import { bareHost } from '#net/policy/host-name.ts'
import { NetError } from '#net/policy/net-error.ts'
import type { PortUse } from '#net/policy/ports.ts'
import type { Blocked, Resolve } from './guarded-fetch-types.ts'
import { createResolve } from './resolve.ts'
import { createVettedResolve, lookupOf, vet } from './vetted-addresses.ts'

export type GuardedLookupSetup = {
  /** What is spoken, which decides the ports. Default: `sql`. */
  use?: Exclude<PortUse, 'http'>
  /** Default: the system's resolver, or `dnsServers` when given. */
  resolve?: Resolve
  dnsServers?: readonly string[]
  onBlocked?: (blocked: Blocked) => void
}

/** The only way out for drivers of SQL sources, and for mail. */
export type GuardedLookup = {
  /** Stands in for `dns.lookup`: answers vetted addresses, or a `NetError`. Sockets skip it for IP literals. */
  lookup: LookupFunction
  /** Throws a `NetError` unless a driver may dial this host (name or IP literal) and port. */
  checkHostPort(host: string, port: number): void
  /**
   * A socket to hand to a driver (`stream` of pg and mysql2): its `connect(port, host)` checks host, port, every answer
   * and the peer. Failures are its `error` events.
   */
  createSocket(): Socket
}

export function createGuardedLookup(policy: AddressPolicy, setup: GuardedLookupSetup = {}): GuardedLookup {
  const { use = 'sql' } = setup
  const resolveVetted = createVettedResolve(policy, setup.resolve ?? createResolve(setup.dnsServers))

  function report(error: unknown): Error {
    if (error instanceof NetError && error.code.startsWith('blocked_')) setup.onBlocked?.(error)
    return error instanceof Error ? error : new Error(String(error))
  }

  const lookup: LookupFunction = (host, options, answer) => {
    resolveVetted(bareHost(host)).then(
      (addresses) => {
        const { family } = options
        const wanted =
          family === 4 || family === 6 ? addresses.filter((address) => address.family === family) : addresses
        lookupOf(wanted)(host, options, answer)
      },
      (error) => answer(report(error), ''),
    )
  }

  function checkHostPort(host: string, port: number): void {
    try {
      policy.checkHostPort(host, port, use)
    } catch (error) {
      throw report(error)
    }
  }

  function createSocket(): Socket {
    const socket = new Socket()
    const connectSocket = socket.connect.bind(socket)
    let dialled = ''
    socket.once('connect', () => {
      try {
        vet(policy, dialled, socket.remoteAddress ?? '')
      } catch (error) {
        socket.destroy(report(error))
      }
    })
    return Object.assign(socket, {
      connect(port: number, host: string): Socket {
        dialled = host
        try {
          policy.checkHostPort(host, port, use)
          return connectSocket({ port, host: bareHost(host), lookup, autoSelectFamily: true })
        } catch (error) {
          return socket.destroy(report(error))
        }
      },
    })
  }

  return { lookup, checkHostPort, createSocket }
}
