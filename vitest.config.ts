import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { useMemoryFolder } from './test/memory-folder.ts'
import { quickFlags } from './test/quick-flags.ts'
import { failOnSkipped } from './test/skipped-tests.ts'
import { TestOrder } from './test/test-order.ts'
import { findTests, PROJECTS, type Project } from './test/test-projects.ts'

// Every process of the test run keeps what it compiles for those after it: hundreds are started.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled')

useMemoryFolder()

const tests = findTests()

/**
 * Twice the cores of the machine that decides: with three, tests that wait leave a quarter of its time unused.
 * A browser and its server fill most of a core: four of them make each other late, and each page a slow one.
 */
const workersOf = (project: Project) =>
  project === 'browser'
    ? { maxWorkers: 3, sequence: { groupOrder: 1 } }
    : { maxWorkers: 4, sequence: { groupOrder: 0 } }

export default defineConfig({
  test: {
    reporters: process.env.CI === 'true' ? ['default', failOnSkipped()] : ['default'],
    pool: 'forks',
    sequence: { sequencer: TestOrder },
    projects: PROJECTS.map((name) => ({
      test: {
        name,
        include: tests.filter(({ project }) => project === name).map(({ path }) => path),
        ...workersOf(name),
        globalSetup: 'test/set-up.ts',
        setupFiles: ['test/property-seed.ts'],
        // Tests change nothing of their process, so each worker imports once for all of its files.
        isolate: false,
        // What a test waits for has limits of its own: only one that hangs takes this long, however slow the machine is.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        execArgv: quickFlags,
        // What is waited for comes late on a machine under load: only what never comes is a failure.
        expect: { poll: { timeout: 60_000 } },
        // Node itself loads the modules, as in production: it needs no transformation and keeps what it has compiled.
        experimental: { viteModuleRunner: false, nodeLoader: false },
      },
    })),
  },
})
