import { startVitest } from 'vitest/node'
import { quickFlags } from '#test/quick-flags.ts'

/** Runs one file of suites, which the projects of the repository do not name. @returns whether every test passed */
export async function runSuites(file: string, env: Record<string, string>): Promise<boolean> {
  const vitest = await startVitest('test', [], {
    // The projects of the repository name all of its tests.
    config: false,
    watch: false,
    pool: 'forks',
    execArgv: quickFlags,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: [file],
    env,
    testTimeout: 120_000,
  })
  const failed = vitest.state.getCountOfFailedTests()
  const passed = vitest.state.getFiles().every(({ result }) => result?.state === 'pass')
  await vitest.close()
  return failed === 0 && passed
}
