import { join } from 'node:path'

/** Where the set-up of the test run says in which folder it has bundled these. */
const variable = 'TEST_BUNDLED_PROGRAMS'

/** Programs of the repository that many tests start, with their names once they are bundled. */
export const bundledNames = {
  'packages/server/bin/pictable.js': 'pictable.js',
  'test/chaos/fault-server.ts': 'fault-server.js',
} as const

/** From now on, this process and those that it starts use the programs of this folder. */
export function useBundled(folder: string): void {
  process.env[variable] = folder
}

/** The file that starts a program: its source where nothing was bundled. A bundle starts with a second of processor time less. */
export function programPath(source: keyof typeof bundledNames): string {
  const folder = process.env[variable]
  return folder === undefined ? source : join(folder, bundledNames[source])
}

/** The file that starts `pictable`. */
export const pictableProgram = () => programPath('packages/server/bin/pictable.js')
