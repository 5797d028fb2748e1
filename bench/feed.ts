import type { Bench } from '#bench/bench.ts'
import { largeFormats, startLargeFeed } from '#test/fakes/feed/large-feed.ts'
import { readLarge } from '#test/fakes/feed/read-large.ts'

/** A feed is read into its copy and out of it, then again while it is unchanged, in a process with a heap of 48 MB. */
export const feed: Bench = {
  name: 'feed',
  summary: 'records per second and memory of feeds of 10,000 and 100,000 records, with a heap of 48 MB',
  async run({ quick }) {
    const server = await startLargeFeed()
    const figures: Record<string, number> = {}
    try {
      for (const format of Object.keys(largeFormats)) {
        for (const count of quick ? [10_000] : [10_000, 100_000]) {
          const { records, seconds, grownMib } = await readLarge(`${server.url}/${format}/${count}`)
          if (records !== count) throw new Error(`only ${records} of ${count} records were read`)
          const [first, unchanged] = seconds
          console.log(
            `  ${format}, ${count} records: ${first.toFixed(1)} s, unchanged ${unchanged.toFixed(1)} s, ${Math.round(grownMib)} MiB more memory`,
          )
          const name = `${format}_${count}`
          Object.assign(figures, { [`${name}_records_per_second`]: count / first, [`${name}_grown_mib`]: grownMib })
        }
      }
      return { figures }
    } finally {
      await server.close()
    }
  },
}
