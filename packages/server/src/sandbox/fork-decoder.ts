import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { guardChannel } from './guard-channel.ts'
import type { LaunchPlan } from './launch.ts'
import type { Sandbox } from './sandbox.ts'

/** Files of the system that Node and the libraries of the renderer read. */
const SYSTEM_FILES = ['/dev/null', '/dev/urandom', '/etc/ld.so.cache', '/sys/devices/system/cpu/online']

function withParents(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...withParents(parent)]
}

/** What a decoder imports. Only code: the data folder may be anywhere, also in one of these packages. */
function findCode(): string[] {
  const server = join(import.meta.dirname, '..', '..')
  const packages = dirname(server)
  const modules = withParents(server).map((folder) => join(folder, 'node_modules'))
  const code = readdirSync(packages).flatMap((name) =>
    // A release has the patterns of hyphens, and what npm installs in a clone, beside the sources.
    ['package.json', 'src', 'node_modules', 'patterns', 'vendor'].map((part) => join(packages, name, part)),
  )
  const root = dirname(packages)
  return [...modules, ...code, join(root, 'package.json'), join(root, 'vendor')]
}

const code = findCode()

/** Starts a decoder once it is restricted. Without its parent it ends as soon as it is loaded. */
export const launcher = { entry: join(import.meta.dirname, 'launch.ts'), orphaned: ['{"parentPid":0}'] }

export interface DecoderOptions {
  sandbox: Sandbox
  /** Node's flags. */
  flags: readonly string[]
  /** Nothing else of our environment reaches the process. */
  env: Readonly<Record<string, string>>
  /** Folder of compiled code, which the process reads and cannot change. */
  compiledFolder: string | undefined
  stdin: 'ignore' | 'pipe'
  /** Time of the processor after which the kernel ends the process. */
  cpuSeconds: number
}

function forkGuarded(...args: Parameters<typeof fork>): ChildProcess {
  const child = fork(...args)
  guardChannel(child)
  return child
}

/**
 * `forkDecoder()` starts a program that decodes files of users: it can read code and nothing else, opens no connection
 * and starts no program, as far as the sandbox goes. Send it messages only after its first one: before that, the
 * launcher would receive them.
 */
export function forkDecoder(entry: string, options: DecoderOptions): ChildProcess {
  const { sandbox, flags, compiledFolder, stdin, cpuSeconds } = options
  const stdio = [stdin, 'ignore', 'pipe', 'ipc'] as const
  const compiled = compiledFolder === undefined ? {} : { NODE_COMPILE_CACHE: compiledFolder }
  // Without a file of settings, OpenSSL looks for none.
  const env = { OPENSSL_CONF: '/dev/null', ...options.env, ...compiled }
  if (sandbox.landlock === 0 && !sandbox.seccomp)
    return forkGuarded(entry, [], { env, execArgv: [...flags], serialization: 'advanced', stdio: [...stdio] })
  const plan: LaunchPlan = {
    ...sandbox,
    args: [...flags, entry],
    env,
    readable: [...SYSTEM_FILES, ...code, ...Object.values(compiled)],
    cpuSeconds,
    parentPid: process.pid,
  }
  return forkGuarded(launcher.entry, [JSON.stringify(plan)], {
    env: { ...compiled },
    execArgv: [],
    serialization: 'advanced',
    stdio: [...stdio],
  })
}
