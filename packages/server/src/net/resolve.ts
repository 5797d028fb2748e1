import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import { StartError } from '#core/start-error.ts'
import type { Resolve, ResolvedAddress } from './guarded-fetch-types.ts'
import { createLookupLanes } from './lookup-lanes.ts'

/** The system's resolver (hosts file included), or the servers of PICTABLE_DNS_SERVERS alone. */
export function createResolve(dnsServers: readonly string[] = []): Resolve {
  return shareInFlight(dnsServers.length > 0 ? askServers(dnsServers) : askSystem)
}

/** Threads that look up names: libuv gives them half of its own. */
const lookupThreads = Math.floor((Number(process.env.UV_THREADPOOL_SIZE ?? 4) + 1) / 2)

/** Of the whole process, as the threads are. */
const askSystem = createLookupLanes(
  async (host) => (await dns.lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => withFamily(address)),
  { maxUnproven: Math.max(1, Math.floor((lookupThreads * 3) / 4)), nowMs: () => performance.now() },
)

function askServers(dnsServers: readonly string[]): Resolve {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  try {
    resolver.setServers([...dnsServers])
  } catch (cause) {
    throw new StartError(`PICTABLE_DNS_SERVERS: "${dnsServers.join(',')}" is not a list of IP addresses`, { cause })
  }
  return async (host) => {
    const [v6, v4] = await Promise.allSettled([resolver.resolve6(host), resolver.resolve4(host)])
    if (v6.status === 'rejected' && v4.status === 'rejected') throw v4.reason
    return [v6, v4].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.map(withFamily) : []))
  }
}

function withFamily(address: string): ResolvedAddress {
  return { address, family: isIP(address) === 6 ? 6 : 4 }
}

/** The system asks for few names at a time: the same name, asked again meanwhile, must not queue behind itself. */
function shareInFlight(resolve: Resolve): Resolve {
  const inFlight = new Map<string, Promise<ResolvedAddress[]>>()
  return (host) => {
    const asked = inFlight.get(host) ?? resolve(host).finally(() => inFlight.delete(host))
    inFlight.set(host, asked)
    return asked
  }
}
