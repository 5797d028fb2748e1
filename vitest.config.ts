import { defineConfig } from 'vitest/config'
import { quickFlags } from './test/quick-flags.ts'

const compileCache = 'test/compile-cache.ts'
const preparedCluster = 'packages/server/src/database/prepared-cluster.test-kit.ts'
const builtDashboard = 'test/dashboard/built.ts'

/** Node itself loads the modules, as in production: it needs no transformation and keeps what it has compiled. */
const native = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  execArgv: quickFlags,
  // What is waited for comes late on a machine under load: only what never comes is a failure.
  expect: { poll: { timeout: 60_000 } },
  experimental: { viteModuleRunner: false, nodeLoader: false },
} as const

const house = 'test/architecture.test.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the cores of the machine that decides: each further one costs more than the pauses it fills.
    maxWorkers: 3,
    // Tests change nothing of their process, so each worker imports once for all of its files.
    // By their names, so that nobody waits for a long scenario at the end.
    projects: [
      { test: { ...native, name: 'house', include: [house] } },
      {
        test: {
          ...native,
          name: 'scenarios',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [house],
          globalSetup: [compileCache, preparedCluster, builtDashboard],
        },
      },
      {
        test: {
          ...native,
          name: 'units',
          include: ['packages/*/src/**/*.test.ts'],
          globalSetup: [compileCache, preparedCluster],
          isolate: false,
        },
      },
    ],
  },
})
