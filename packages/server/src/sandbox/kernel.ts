import { readdirSync } from 'node:fs'
import koffi from 'koffi'
import { conditional, isArchitecture, numberOf } from './system-calls.ts'

/** Calls of Linux that Node does not offer, through the C library. They act on the calling thread or on its process. */

const library = koffi.load(null)
const prctl = library.func('int prctl(int, unsigned long, unsigned long, unsigned long, unsigned long)')
const setFilter = library.func('int prctl(int, unsigned long, void*, unsigned long, unsigned long)')
const getLimit = library.func('int getrlimit(int, void*)')
const setLimit = library.func('int setrlimit(int, void*)')
const setDescriptor = library.func('int fcntl(int, int, int)')
const createRuleset = library.func('long syscall(long, void*, size_t, uint32_t)')
const addRule = library.func('long syscall(long, int, int, void*, uint32_t)')
const restrictSelf = library.func('long syscall(long, int, uint32_t)')
const pipe2 = library.func('int pipe2(void*, int)')
const execve = library.func('long syscall(long, str, str*, str*, uint64_t)')

/** The kernel refused a call. */
export class KernelError extends Error {
  constructor(call: string) {
    const number = koffi.errno()
    const name = Object.entries(koffi.os.errno).find(([, value]) => value === number)?.[0] ?? number
    super(`${call}: ${name}`)
  }
}

function succeed(call: string, result: unknown): number {
  if (Number(result) < 0) throw new KernelError(call)
  return Number(result)
}

const PR_SET_PDEATHSIG = 1
const PR_SET_DUMPABLE = 4
const PR_SET_SECCOMP = 22
const PR_SET_NO_NEW_PRIVS = 38
const SECCOMP_MODE_FILTER = 2
const SIGKILL = 9
const F_SETFD = 2
const FD_CLOEXEC = 1
const LANDLOCK_CREATE_RULESET = 444
const LANDLOCK_ADD_RULE = 445
const LANDLOCK_RESTRICT_SELF = 446
const LANDLOCK_CREATE_RULESET_VERSION = 1
const LANDLOCK_RULE_PATH_BENEATH = 1

/** Ends this process when its parent ends, however that happens. */
export const dieWithParent = (): number => succeed('PR_SET_PDEATHSIG', prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0))

/**
 * Other processes of this user cannot read the memory and the environment of this one, nor follow its descriptors. Ends
 * with `replaceProcess()`.
 */
export const forbidInspection = (): number => succeed('PR_SET_DUMPABLE', prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))

/** A kernel with filters finds the missing program at a bad place (EFAULT); one without does not look. */
export const hasSeccomp = (): boolean =>
  setFilter(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, null, 0, 0) < 0 && koffi.errno() === koffi.os.errno.EFAULT

/** Set-user-id programs give no rights to this process or its children. The kernel demands it before both restrictions. */
export const forgoPrivileges = (): number => succeed('PR_SET_NO_NEW_PRIVS', prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))

/** Lowers soft and hard limit of a resource (`RLIMIT_…`). A hard limit that is lower already stays: only root may raise it. */
export function limitResource(resource: number, limit: number): void {
  const limits = Buffer.alloc(16)
  succeed('getrlimit', getLimit(resource, limits))
  const hard = limits.readBigUInt64LE(8)
  const lowest = hard < BigInt(limit) ? hard : BigInt(limit)
  limits.writeBigUInt64LE(lowest, 0)
  limits.writeBigUInt64LE(lowest, 8)
  succeed('setrlimit', setLimit(resource, limits))
}

/** These descriptors survive `replaceProcess()`, no others. */
export function keepDescriptors(kept: readonly number[]): void {
  for (const name of readdirSync('/proc/self/fd')) {
    // The one of the folder itself is closed by now: there is nothing to set.
    setDescriptor(Number(name), F_SETFD, kept.includes(Number(name)) ? 0 : FD_CLOEXEC)
  }
}

export interface Pipe {
  readFrom: number
  writeTo: number
}

export function createPipe(): Pipe {
  const ends = Buffer.alloc(8)
  succeed('pipe2', pipe2(ends, 0))
  return { readFrom: ends.readInt32LE(0), writeTo: ends.readInt32LE(4) }
}

/** Version of Landlock that the kernel offers; 0 if none. */
export function landlockVersion(): number {
  return Math.max(0, Number(createRuleset(LANDLOCK_CREATE_RULESET, null, 0, LANDLOCK_CREATE_RULESET_VERSION)))
}

/** @param attributes `struct landlock_ruleset_attr`. @returns a descriptor */
export const createLandlockRuleset = (attributes: Buffer): number =>
  succeed('landlock_create_ruleset', createRuleset(LANDLOCK_CREATE_RULESET, attributes, attributes.length, 0))

/** Allows these rights for a file, or for a folder and what is in it. @param rule `struct landlock_path_beneath_attr` */
export const addLandlockRule = (ruleset: number, rule: Buffer): number =>
  succeed('landlock_add_rule', addRule(LANDLOCK_ADD_RULE, ruleset, LANDLOCK_RULE_PATH_BENEATH, rule, 0))

export const restrictByLandlock = (ruleset: number): number =>
  succeed('landlock_restrict_self', restrictSelf(LANDLOCK_RESTRICT_SELF, ruleset, 0))

/** @param program instructions of `struct sock_filter` */
export function restrictBySeccomp(program: Buffer): void {
  const header = Buffer.alloc(16)
  header.writeUInt16LE(program.length / 8, 0)
  header.writeBigUInt64LE(koffi.address(program), 8)
  succeed('PR_SET_SECCOMP', setFilter(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header, 0, 0))
}

function execveNumber(): number {
  if (!isArchitecture(process.arch)) throw new Error(`No system calls are known for ${process.arch}.`)
  return numberOf(conditional.execve, process.arch) ?? 0
}

export interface Program {
  path: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /** `execve` ignores its fourth argument; a filter can ask for it. */
  token?: bigint
}

/** Replaces the program of this process. Threads end, memory is gone, descriptors stay as `keepDescriptors()` says. */
export function replaceProcess({ path, args, env, token = 0n }: Program): never {
  const lines = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  execve(execveNumber(), path, [path, ...args, null], [...lines, null], token)
  throw new KernelError('execve')
}
