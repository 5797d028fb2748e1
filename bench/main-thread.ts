import type { Bench } from '#bench/bench.ts'
import { delayLivez } from '#test/fuzz/stalls/delay-livez.ts'
import { findStalls } from '#test/fuzz/stalls/find-stalls.ts'
import { startWholeApp } from '#test/scenarios/whole-app.ts'

const key = 'the-operators-key-of-the-tests'
/** A request that takes longer holds up all others. */
const maxMs = 100

/** CPU time of the main thread, so that a busy machine changes little; and the delays that another process sees. */
export const mainThread: Bench = {
  name: 'main-thread',
  summary: 'the longest that a request of 1 MB to any endpoint holds up the others, in ms of CPU time',
  async run({ quick, long }) {
    const app = await startWholeApp({ PICTABLE_SEED_SAMPLE: 'false', PICTABLE_EGRESS_ALLOW: '127.0.0.1/32' })
    try {
      const share = quick ? 0.02 : long ? 1 : 0.2
      const stalls = await findStalls({ url: app.url, key, seed: 1, share, log: console.log })
      const [worst] = stalls
      const { livez, requests, longestStallMs } = await delayLivez({ seed: 1, share: share / 5 })
      return {
        figures: {
          endpoints: stalls.length,
          longest_ms: worst?.ms ?? Number.NaN,
          endpoints_over_100_ms: stalls.filter(({ ms }) => ms > maxMs).length,
          requests_beside_livez: requests,
          process_longest_ms: longestStallMs,
          livez_polls: livez.polls,
          livez_longest_ms: livez.longestMs,
          idle_server_longest_ms: livez.idleLongestMs,
          livez_over_100_ms: livez.long,
          idle_server_over_100_ms: livez.idleLong,
          livez_over_idle_by_100_ms: livez.longWhileIdleWasNot,
        },
      }
    } finally {
      await app.close()
    }
  },
}
