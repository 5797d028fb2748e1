import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program, or files, that some tests need and the lock file cannot bring. */
interface Program {
  debianPackage: string
  /** The file that proves it is there. */
  file: string
  /** Where it may be, beside PATH, best first. */
  folders(): string[]
}

const postgresHome = '/usr/lib/postgresql'

const programs = {
  postgresql: {
    debianPackage: 'postgresql',
    file: 'initdb',
    folders: () =>
      existsSync(postgresHome)
        ? readdirSync(postgresHome)
            .sort((one, other) => Number(other) - Number(one))
            .map((version) => join(postgresHome, version, 'bin'))
        : [],
  },
  mariadb: { debianPackage: 'mariadb-server', file: 'mariadbd', folders: () => ['/usr/sbin'] },
  'kernel headers': {
    debianPackage: 'linux-libc-dev',
    file: 'asm-generic/unistd.h',
    folders: () => ['/usr/include'],
  },
} as const satisfies Record<string, Program>

export type Needed = { found: true /** Folder of its programs. */; path: string } | { found: false }

/**
 * Finds a program that tests need. Where it is missing, they are left out with a line that names the Debian package;
 * in CI (CI=true) that is an error.
 */
export function needs(name: keyof typeof programs): Needed {
  const { debianPackage, file, folders } = programs[name]
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const path = [...folders(), ...onPath].find((folder) => existsSync(join(folder, file)))
  if (path !== undefined) return { found: true, path }
  const message = `${name} is not installed: its tests are left out (apt-get install ${debianPackage})`
  if (process.env.CI === 'true') throw new Error(message)
  console.log(message)
  return { found: false }
}
