import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that no lock file brings, by the file that proves them. `inCI`: must be there when CI=true. */
const runtimes = {
  python3: { debianPackage: 'python3', inCI: true },
  openssl: { debianPackage: 'openssl', inCI: true },
  php: { debianPackage: 'php-cli', inCI: false },
  go: { debianPackage: 'golang-go', inCI: false },
  javac: { debianPackage: 'default-jdk-headless', inCI: false },
} as const

/**
 * `hasRuntime()` says whether a program is on PATH. Where it is not, what needs it is left out with a line that names the
 * Debian package.
 * @throws where CI must have it
 */
export function hasRuntime(name: keyof typeof runtimes): boolean {
  if ((process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))) return true
  const { debianPackage, inCI } = runtimes[name]
  const message = `${name} is not installed: its tests are left out (apt-get install ${debianPackage})`
  if (inCI && process.env.CI === 'true') throw new Error(message)
  console.log(message)
  return false
}
