import type { Reporter, TestModule } from 'vitest/node'

/** Names of the tests that did not run, each with its file. */
export function skippedIn(modules: readonly Pick<TestModule, 'relativeModuleId' | 'children'>[]): string[] {
  return modules.flatMap(({ relativeModuleId, children }) =>
    [...children.allTests('skipped')].map(({ fullName }) => `${relativeModuleId}: ${fullName}`),
  )
}

/** In CI a test that is skipped proves nothing: the run fails. A run of chosen tests (`-t`) skips the others on purpose. */
export function failOnSkipped(): Reporter {
  let isWhole = true
  return {
    onInit({ config }) {
      isWhole = config.testNamePattern === undefined
    },
    onTestRunEnd(modules) {
      const skipped = isWhole ? skippedIn(modules) : []
      if (skipped.length === 0) return
      console.error(`Skipped, which CI does not allow:\n${skipped.join('\n')}`)
      process.exitCode = 1
    },
  }
}
