import { startVitest } from 'vitest/node'
import { startCephS3 } from '#test/fakes/s3/ceph-cluster.ts'

/** Runs the suite of the S3 storage against a real server: Ceph's gateway, from Debian's `radosgw ceph-mon ceph-osd`. */
const startedAtMs = performance.now()
console.log('Starting Ceph: a monitor, a store in memory, the S3 gateway …')
const ceph = await startCephS3()
try {
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  console.log(`It answers at ${ceph.url} after ${seconds} s`)
  const vitest = await startVitest('test', [], {
    watch: false,
    // The project's own would add all of its tests.
    config: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: ['test/fakes/s3/real-s3.ts'],
    env: {
      S3_URL: ceph.url,
      S3_BUCKET: ceph.bucket,
      S3_ACCESS_KEY_ID: ceph.accessKeyId,
      S3_SECRET_ACCESS_KEY: ceph.secretAccessKey,
    },
    testTimeout: 60_000,
  })
  const passed = vitest.state.getFiles().every(({ result }) => result?.state === 'pass')
  process.exitCode = passed && vitest.state.getCountOfFailedTests() === 0 ? 0 : 1
  await vitest.close()
} finally {
  await ceph.stop()
}
