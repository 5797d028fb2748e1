import koffi from 'koffi'
import { isArchitecture } from './system-calls.ts'

/** System calls without the C library's opinion of them. */

const systemCall = koffi.load(null).func('long syscall(long, int64_t, int64_t, int64_t, int64_t, int64_t)')

/** Numbers on x64 and arm64. */
export const rawNumbers = {
  add_key: [248, 217],
  bind: [49, 200],
  bpf: [321, 280],
  capset: [126, 91],
  chroot: [161, 51],
  clone: [56, 220],
  clone3: [435, 435],
  connect: [42, 203],
  execve: [59, 221],
  execveat: [322, 281],
  exit_group: [231, 94],
  fanotify_init: [300, 262],
  fchmodat: [268, 53],
  fchownat: [260, 54],
  inotify_init1: [294, 26],
  io_uring_setup: [425, 425],
  ioctl: [16, 29],
  keyctl: [250, 219],
  kill: [62, 129],
  linkat: [265, 37],
  memfd_create: [319, 279],
  mkdirat: [258, 34],
  mknodat: [259, 33],
  mount: [165, 40],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  openat2: [437, 437],
  perf_event_open: [298, 241],
  personality: [135, 92],
  pidfd_getfd: [438, 438],
  pidfd_open: [434, 434],
  pivot_root: [155, 41],
  prctl: [157, 167],
  prlimit64: [302, 261],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  renameat2: [316, 276],
  seccomp: [317, 277],
  setns: [308, 268],
  setpriority: [141, 140],
  setresuid: [117, 147],
  setrlimit: [160, 164],
  shmget: [29, 194],
  socket: [41, 198],
  symlinkat: [266, 36],
  tgkill: [234, 131],
  truncate: [76, 45],
  umount2: [166, 39],
  unlinkat: [263, 35],
  unshare: [272, 97],
  userfaultfd: [323, 282],
} as const

export type CallName = keyof typeof rawNumbers

/** @returns `succeeded: <result>`, or the name of the error */
export function callResult(name: CallName, ...args: readonly (number | bigint)[]): string {
  if (!isArchitecture(process.arch)) throw new Error('unknown architecture')
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = args
  const result = Number(systemCall(rawNumbers[name][process.arch === 'x64' ? 0 : 1], one, two, three, four, five))
  if (result >= 0) return `succeeded: ${result}`
  return Object.entries(koffi.os.errno).find(([, value]) => value === koffi.errno())?.[0] ?? `errno ${koffi.errno()}`
}

/** @returns `succeeded`, or the name of the error */
export const call = (name: CallName, ...args: readonly (number | bigint)[]): string =>
  callResult(name, ...args).replace(/: .*/, '')

/** Texts that the kernel was given stay in memory. */
const texts: Buffer[] = []

export function textPointer(text: string): bigint {
  const bytes = Buffer.from(`${text}\0`)
  texts.push(bytes)
  return koffi.address(bytes)
}
