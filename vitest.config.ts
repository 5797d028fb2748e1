import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: [
      'test/compile-cache.ts',
      'packages/server/src/database/prepared-cluster.test-kit.ts',
      'test/dashboard/built.ts',
    ],
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 3,
  },
})
