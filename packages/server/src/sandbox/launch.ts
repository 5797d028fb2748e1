import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { buildFilter } from './filter.ts'
import {
  dieWithParent,
  forgoPrivileges,
  keepDescriptors,
  limitResource,
  replaceProcess,
  restrictBySeccomp,
} from './kernel.ts'
import { restrictFiles } from './landlock.ts'
import { isArchitecture } from './system-calls.ts'

/**
 * The program between the server and a process that decodes: restricts itself, then becomes that process. The kernel
 * restricts a thread, and a Node that runs already has several: `execve` ends them and keeps the restrictions.
 */

/** What the server asks for, as JSON in the first argument. */
export interface LaunchPlan {
  /** Node's flags, then the file to start. */
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** Files and folders that may be read; those that do not exist are left out. */
  readable: readonly string[]
  /** Version of Landlock to use; 0: none. */
  landlock: number
  /** Whether to filter system calls. */
  seccomp: boolean
  /** Time of the processor after which the kernel ends the process. */
  cpuSeconds: number
  parentPid: number
}

/** Standard streams, and the channel of `fork()`. */
const CHANNEL_DESCRIPTOR = 3

const RLIMIT_CPU = 0
const RLIMIT_FSIZE = 1
const RLIMIT_CORE = 4
const RLIMIT_NPROC = 6
const RLIMIT_NOFILE = 7
const MAX_DESCRIPTORS = 256
/** The kernel counts the threads of all programs of the user, so there is room for them. It does not hold root to it. */
const MAX_THREADS_OF_USER = 16_384

/** Folders of the shared libraries of this process: those of the next one are there, too. */
function libraryFolders(): string[] {
  const lines = readFileSync('/proc/self/maps', 'utf8').split('\n')
  const paths = lines.flatMap((line) => (line.includes('/') ? [line.slice(line.indexOf('/'))] : []))
  return [...new Set(paths.filter((path) => path.includes('.so')).map((path) => dirname(path)))]
}

const { platform, arch } = process
const plan: LaunchPlan = JSON.parse(process.argv[2] ?? '')
if (platform !== 'linux' || !isArchitecture(arch)) throw new Error(`No sandbox for ${platform} on ${arch}.`)

dieWithParent()
// It may have ended before.
if (process.ppid !== plan.parentPid) process.exit(1)
keepDescriptors([0, 1, 2, CHANNEL_DESCRIPTOR])
limitResource(RLIMIT_CORE, 0)
limitResource(RLIMIT_FSIZE, 0)
limitResource(RLIMIT_NOFILE, MAX_DESCRIPTORS)
limitResource(RLIMIT_NPROC, MAX_THREADS_OF_USER)
limitResource(RLIMIT_CPU, plan.cpuSeconds)
const readable = [process.execPath, ...libraryFolders(), ...plan.readable].filter((path) => existsSync(path))
const token = randomBytes(8).readBigUInt64LE()
forgoPrivileges()
if (plan.landlock > 0) restrictFiles(plan.landlock, readable)
if (plan.seccomp) restrictBySeccomp(buildFilter({ arch, pid: process.pid, execveToken: token }))
replaceProcess({
  path: process.execPath,
  args: plan.args,
  env: { ...plan.env, NODE_CHANNEL_FD: `${CHANNEL_DESCRIPTOR}`, NODE_CHANNEL_SERIALIZATION_MODE: 'advanced' },
  token,
})
