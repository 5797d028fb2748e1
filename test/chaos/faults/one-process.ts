import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { moveClock } from '#test/chaos/faults/clock.ts'
import { fewDescriptors } from '#test/chaos/faults/descriptors.ts'
import { mountSmallDisk } from '#test/chaos/faults/disk.ts'
import type { OpenScene } from '#test/chaos/faults/fault.ts'
import { startNames } from '#test/chaos/faults/names.ts'
import { overload } from '#test/chaos/faults/overload.ts'
import { createReadOnlyDatabase } from '#test/chaos/faults/read-only-database.ts'
import { startInstallation } from '#test/chaos/installation.ts'

/** One process with its embedded database and images on disk; it knows its receiver by name. */
export const openOneProcess: OpenScene = async (records, closing) => {
  const clock = moveClock()
  closing.defer(clock.preload.close)
  const readOnly = createReadOnlyDatabase()
  closing.defer(readOnly.preload.close)
  const names = await startNames()
  closing.defer(names.close)
  const disk = mountSmallDisk()
  closing.defer(async () => disk?.unmount())
  const installation = await startInstallation({
    records,
    roles: ['both'],
    settings: () => ({
      NODE_OPTIONS: `${clock.preload.option} ${readOnly.preload.option}`,
      PICTABLE_DNS_SERVERS: names.server,
      PICTABLE_EGRESS_ALLOW: `127.0.0.0/8,${names.host}`,
    }),
    prepare(dataDir) {
      if (disk !== null) symlinkSync(disk.folder, join(dataDir, 'files'))
    },
    receiverUrl: (url) => url.replace('127.0.0.1', names.host),
  })
  closing.defer(installation.close)
  return {
    installation,
    faults: [
      ...(disk?.faults ?? []),
      readOnly.fault,
      fewDescriptors(installation),
      ...clock.faults('the clock'),
      ...names.faults,
      overload(installation),
    ],
  }
}
