import type { Fault } from '#test/chaos/faults/fault.ts'
import type { TcpFault, TcpProxy } from '#test/fakes/tcp-proxy.ts'

const faults: readonly [name: string, fault: TcpFault][] = [
  ['is down', 'down'],
  ['stops responding', 'silent'],
  ['cuts every connection', 'reset'],
  ['takes 300 ms for everything', { latencyMs: 300 }],
  ['sends 50 kB in a second', { bytesPerSecond: 50_000 }],
  ['sends pieces of 7 bytes', { sliceBytes: 7 }],
]

const cutEveryMs = 150

/** Cuts every connection, many times a second: transactions and transfers end in the middle. */
function cutAgainAndAgain(who: string, proxy: TcpProxy): Fault {
  let cutting: NodeJS.Timeout | undefined
  return {
    name: `${who} is cut off repeatedly`,
    async begin() {
      cutting = setInterval(() => void proxy.set('reset').then(() => proxy.set('none')), cutEveryMs)
    },
    async end() {
      clearInterval(cutting)
      await proxy.set('none')
    },
  }
}

/** All that befalls whoever is reached through the proxy. */
export function onTheWire(who: string, proxy: TcpProxy): Fault[] {
  const simple = faults.map(([name, fault]) => ({
    name: `${who} ${name}`,
    begin: () => proxy.set(fault),
    end: () => proxy.set('none'),
  }))
  return [...simple, cutAgainAndAgain(who, proxy)]
}
