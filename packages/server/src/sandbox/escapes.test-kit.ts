import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import koffi from 'koffi'
import { isArchitecture } from './system-calls.ts'

/** Runs in the place of a decoder, as an attacker with native code would: tries to get out, and tells how each try ended. */

const library = koffi.load(null)
const systemCall = library.func('long syscall(long, long, long, long, long)')

/** Numbers on x64 and arm64. */
const calls = {
  socket: [41, 198],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  memfd_create: [319, 279],
  io_uring_setup: [425, 425],
  bpf: [321, 280],
  unshare: [272, 97],
  setns: [308, 268],
  userfaultfd: [323, 282],
  perf_event_open: [298, 241],
  keyctl: [250, 219],
  pidfd_open: [434, 434],
  mount: [165, 40],
  inotify_init1: [294, 26],
  fchmodat: [268, 53],
  kill: [62, 129],
  prlimit64: [302, 261],
  clone: [56, 220],
  execve: [59, 221],
  prctl: [157, 167],
  ioctl: [16, 29],
} as const

function call(name: keyof typeof calls, ...[first = 0, second = 0, third = 0, fourth = 0]: number[]): string {
  if (!isArchitecture(process.arch)) throw new Error('unknown architecture')
  const number = calls[name][process.arch === 'x64' ? 0 : 1]
  const result = Number(systemCall(number, first, second, third, fourth))
  if (result >= 0) return 'succeeded'
  return Object.entries(koffi.os.errno).find(([, value]) => value === koffi.errno())?.[0] ?? 'failed'
}

function attempt(act: () => unknown): string {
  try {
    act()
    return 'succeeded'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

function started(command: string): string {
  const { error } = spawnSync(command, ['-c', 'true'])
  return error === undefined ? 'succeeded' : error instanceof Error && 'code' in error ? String(error.code) : 'failed'
}

function connected(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve('succeeded'))
    socket.on('error', (error) => resolve('code' in error ? String(error.code) : 'failed'))
  })
}

const [AF_UNIX, AF_INET, AF_NETLINK, AF_PACKET, STREAM, RAW] = [1, 2, 16, 17, 1, 3]
const PTRACE_ATTACH = 16
const CLONE_NEWUSER = 0x10000000
const SIGCHLD = 17
const PR_SET_DUMPABLE = 4
const PR_SET_PDEATHSIG = 1
const TIOCSTI = 0x5412
const RLIMIT_AS = 9
const parent = process.ppid
const secret = process.env.SECRET_FILE ?? ''
const scratch = join(tmpdir(), `pictable-escape-${process.pid}`)

const outcomes: Record<string, string> = {
  'read a file of the user': attempt(() => readFileSync(secret)),
  'read a file of the user by a link in /proc': attempt(() => readFileSync(`/proc/self/root${secret}`)),
  'read /etc/passwd': attempt(() => readFileSync('/etc/passwd')),
  'list the root folder': attempt(() => readdirSync('/')),
  'read the environment of the server': attempt(() => readFileSync(`/proc/${parent}/environ`)),
  'read the memory of the server': attempt(() => readFileSync(`/proc/${parent}/mem`)),
  'follow the descriptors of the server': attempt(() => readlinkSync(`/proc/${parent}/fd/0`)),
  'write a temporary file': attempt(() => writeFileSync(scratch, 'x')),
  'write the compile cache': attempt(() => writeFileSync(join(process.env.NODE_COMPILE_CACHE ?? '/', 'x'), 'x')),
  'create a folder': attempt(() => mkdirSync(scratch)),
  'start a shell': started('/bin/sh'),
  'start Node again': started(process.execPath),
  'connect by TCP': await connected(Number(process.env.OPEN_PORT)),
  'open a TCP socket': call('socket', AF_INET, STREAM),
  'open a raw socket': call('socket', AF_INET, RAW, 1),
  'open a netlink socket': call('socket', AF_NETLINK, RAW),
  'open a packet socket': call('socket', AF_PACKET, RAW),
  'open a UNIX socket': call('socket', AF_UNIX, STREAM),
  'attach to the server as a debugger': call('ptrace', PTRACE_ATTACH, parent),
  'copy memory of the server': call('process_vm_readv', parent),
  'create a file in memory': call('memfd_create'),
  'open an io_uring': call('io_uring_setup', 8),
  'load a BPF program': call('bpf'),
  'create a user namespace': call('unshare', CLONE_NEWUSER),
  'enter a namespace': call('setns'),
  'handle page faults': call('userfaultfd'),
  'measure the kernel': call('perf_event_open'),
  'read the keyring': call('keyctl'),
  'get a handle of the server': call('pidfd_open', parent),
  'mount a file system': call('mount'),
  'watch files': call('inotify_init1'),
  'change the mode of a file': call('fchmodat'),
  'signal the server': call('kill', parent, 0),
  'limit the server': call('prlimit64', parent, RLIMIT_AS),
  'fork a process': call('clone', SIGCHLD),
  'replace itself': call('execve'),
  'outlive the server': call('prctl', PR_SET_PDEATHSIG),
  'change what others may see of it': call('prctl', PR_SET_DUMPABLE),
  'type into the terminal': call('ioctl', 0, TIOCSTI),
}
process.send?.(outcomes)
