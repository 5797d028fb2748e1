import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** What a version is compared with as long as no release is tagged. */
const FIRST_BASE = 'c225994'

export const ownRoot = join(import.meta.dirname, '..', '..')

/** The source of a version, with its packages installed. */
export interface Checkout {
  name: string
  root: string
  remove(): Promise<void>
}

async function git(...args: string[]): Promise<string> {
  return (await execute('git', args, { cwd: ownRoot })).stdout.trim()
}

/** The newest tag below the current commit. */
async function newestTag(): Promise<string> {
  return git('describe', '--tags', '--abbrev=0').catch(() => FIRST_BASE)
}

async function commitOf(name: string): Promise<string> {
  return git('rev-parse', '--short', '--verify', '--quiet', `${name}^{commit}`).catch(() => {
    throw new Error(
      `This repository has no commit ${name}. Fetch the whole history and the tags (git fetch --unshallow --tags), or name another commit with --base.`,
    )
  })
}

/** The Node of a version, which its lock file names. */
export function nodeOf({ root }: Pick<Checkout, 'root'>): string {
  const own = join(root, 'node_modules', '.bin', 'node')
  return existsSync(own) ? own : process.execPath
}

async function install(root: string): Promise<void> {
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await execute('npm', ['ci', ...flags], { cwd: root, maxBuffer: 2 ** 26 }).catch((error) => {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new Error(
      `The packages of the base cannot be installed in ${root}. It needs npm, and a registry or a filled npm cache:\n${said}`,
    )
  })
}

/** What is in this folder now, committed or not. */
export const ownCheckout: Checkout = { name: 'now', root: ownRoot, remove: async () => {} }

/**
 * `checkOutBase()` checks out a commit, by default the newest tag, into a temporary folder and installs its packages there. A folder with a
 * version that is installed already is used as it is.
 */
export async function checkOutBase(base: string | undefined): Promise<Checkout> {
  if (base !== undefined && existsSync(join(base, 'package.json')))
    return { name: base, root: base, remove: async () => {} }
  const commit = await commitOf(base ?? (await newestTag()))
  const folder = await mkdtemp(join(tmpdir(), 'pictable-base-'))
  const root = join(folder, 'checkout')
  const remove = async () => {
    await git('worktree', 'remove', '--force', root).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
  console.log(`Checking out ${commit} and installing its packages in ${root} …`)
  try {
    await git('worktree', 'add', '--quiet', '--detach', root, commit)
    await install(root)
    return { name: commit, root, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
