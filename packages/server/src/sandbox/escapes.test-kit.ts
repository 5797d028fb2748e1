import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { fstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { connect, type NetConnectOpts } from 'node:net'
import { join } from 'node:path'
import koffi from 'koffi'
import { type CallName, call, callResult, textPointer } from './raw-calls.test-kit.ts'

/** What the attacker in a decoder knows of the installation. */
export interface Targets {
  serverPid: number
  dataDir: string
  /** Files of the server in its data folder. */
  keyFile: string
  databaseFile: string
  /** A folder in which everybody may write. */
  temporaryDir: string
  /** Where the server listens. */
  port: number
}

/** A way out of a decoder that code of an attacker, native code included, tries from inside. */
export interface Escape {
  name: string
  /** Error by which the sandbox refuses it. */
  expected: 'EACCES' | 'EPERM' | 'ENOSYS' | 'EEXIST' | 'EBADF'
  /** @returns `succeeded`, or the name of the error */
  attempt: (targets: Targets) => string | Promise<string>
}

function outcomeOf(act: () => unknown): string {
  try {
    act()
    return 'succeeded'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

function startProgram(command: string): string {
  const { error } = spawnSync(command, ['-c', 'true'])
  return error === undefined ? 'succeeded' : error instanceof Error && 'code' in error ? String(error.code) : 'failed'
}

function openConnection(options: NetConnectOpts): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(options, () => {
      socket.destroy()
      resolve('succeeded')
    })
    socket.on('error', (error) => resolve('code' in error ? String(error.code) : 'failed'))
  })
}

function sendDatagram(): Promise<string> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    const end = (error: Error | null) => {
      socket.close()
      resolve(error === null ? 'succeeded' : 'code' in error ? String(error.code) : 'failed')
    }
    socket.on('error', end)
    socket.send('x', 9, '127.0.0.1', end)
  })
}

/** The standard streams and the channel to the server. */
const EXPECTED_DESCRIPTORS = 4
const MAX_DESCRIPTORS = 1024

/** A file, folder or socket that the server had open, and forgot to close. */
function useInherited(): string {
  for (let descriptor = EXPECTED_DESCRIPTORS; descriptor < MAX_DESCRIPTORS; descriptor++) {
    const isOpen = outcomeOf(() => {
      const stats = fstatSync(descriptor)
      if (!stats.isFile() && !stats.isDirectory() && !stats.isSocket()) throw new Error('of this process itself')
    })
    if (isOpen === 'succeeded') return isOpen
  }
  return 'EBADF'
}

function fork(): string {
  const result = callResult('clone', SIGCHLD)
  if (result === 'succeeded: 0') call('exit_group', 0)
  return result.replace(/: .*/, '')
}

/** A program in memory, started from there. */
function startFromMemory(): string {
  const created = call('memfd_create', textPointer('x'))
  return created === 'succeeded' ? call('execveat', -1, textPointer(''), 0, 0, AT_EMPTY_PATH) : created
}

const AT_EMPTY_PATH = 0x1000
const SIGCHLD = 17
/** Fails without a tracer; to attach would stop the server where nothing refuses it. */
const PTRACE_CONT = 7
const CLONE_NEWUSER = 0x10000000
const CLONE_NEWNET = 0x40000000
const CLONE_THREAD = 0x10000
const [PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_MM, PR_SET_PTRACER] = [1, 4, 35, 0x59616d61]
const TIOCSTI = 0x5412
const RLIMIT_NOFILE = 7
const AT_FDCWD = -100
const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_ALG, AF_VSOCK] = [1, 2, 10, 16, 17, 38, 40]
const [STREAM, DATAGRAM, RAW] = [1, 2, 3]
const KEYCTL_GET_KEYRING_ID = 0
const IPC_PRIVATE = 0
const S_IFIFO = 0o010000
const PERSONALITY_UNCHANGED = 0xffffffff

/** Each of these calls, with these arguments, is answered with EPERM. */
const refused = (
  name: string,
  callName: CallName,
  args: (targets: Targets) => readonly (number | bigint)[],
): Escape => ({
  name,
  expected: 'EPERM',
  attempt: (targets) => call(callName, ...args(targets)),
})

const path = (text: string) => textPointer(text)
const scratch = ({ temporaryDir }: Targets, name: string) => join(temporaryDir, `${name}-${process.pid}`)

const files: readonly Escape[] = [
  {
    name: 'read the sealing key',
    expected: 'EACCES',
    attempt: ({ keyFile }) => outcomeOf(() => readFileSync(keyFile)),
  },
  { name: 'read the database', expected: 'EACCES', attempt: (to) => outcomeOf(() => readFileSync(to.databaseFile)) },
  { name: 'list the data folder', expected: 'EACCES', attempt: ({ dataDir }) => outcomeOf(() => readdirSync(dataDir)) },
  {
    name: 'read the sealing key through a link of /proc',
    expected: 'EACCES',
    attempt: ({ keyFile }) => outcomeOf(() => readFileSync(`/proc/self/root${keyFile}`)),
  },
  { name: 'read /etc/passwd', expected: 'EACCES', attempt: () => outcomeOf(() => readFileSync('/etc/passwd')) },
  { name: 'list the root folder', expected: 'EACCES', attempt: () => outcomeOf(() => readdirSync('/')) },
  {
    name: 'list its own descriptors',
    expected: 'EACCES',
    attempt: () => outcomeOf(() => readdirSync('/proc/self/fd')),
  },
  {
    name: 'write into the data folder',
    expected: 'EPERM',
    attempt: ({ dataDir }) => outcomeOf(() => writeFileSync(join(dataDir, 'escaped'), 'x')),
  },
  {
    name: 'open the database to write',
    expected: 'EPERM',
    attempt: ({ databaseFile }) => outcomeOf(() => writeFileSync(databaseFile, '', { flag: 'r+' })),
  },
  {
    name: 'write a temporary file',
    expected: 'EPERM',
    attempt: (targets) => outcomeOf(() => writeFileSync(scratch(targets, 'file'), 'x')),
  },
  {
    name: 'write into the compile cache',
    expected: 'EPERM',
    attempt: () => outcomeOf(() => writeFileSync(join(process.env.NODE_COMPILE_CACHE ?? '/', 'escaped'), 'x')),
  },
  {
    name: 'change the code of Pictable',
    expected: 'EPERM',
    attempt: () => outcomeOf(() => writeFileSync(join(import.meta.dirname, 'launch.ts'), '', { flag: 'r+' })),
  },
  {
    name: 'create a folder',
    expected: 'EEXIST',
    attempt: (targets) => call('mkdirat', AT_FDCWD, path(scratch(targets, 'folder')), 0o700),
  },
  refused('create a pipe in the file system', 'mknodat', (targets) => [
    AT_FDCWD,
    path(scratch(targets, 'pipe')),
    S_IFIFO | 0o600,
  ]),
  refused('truncate the database', 'truncate', ({ dataDir }) => [path(join(dataDir, 'none')), 0]),
  refused('rename a file', 'renameat2', ({ keyFile }) => [AT_FDCWD, path(keyFile), AT_FDCWD, path(keyFile)]),
  refused('delete a file', 'unlinkat', ({ dataDir }) => [AT_FDCWD, path(join(dataDir, 'none'))]),
  refused('leave a symbolic link', 'symlinkat', (targets) => [
    path(targets.keyFile),
    AT_FDCWD,
    path(scratch(targets, 'symlink')),
  ]),
  refused('leave a hard link', 'linkat', (targets) => [
    AT_FDCWD,
    path(targets.keyFile),
    AT_FDCWD,
    path(scratch(targets, 'link')),
    0,
  ]),
  refused('change the mode of a file', 'fchmodat', ({ keyFile }) => [AT_FDCWD, path(keyFile), 0o600]),
  refused('change the owner of a file', 'fchownat', ({ keyFile }) => [AT_FDCWD, path(keyFile), -1, -1, 0]),
  refused('open the sealing key by a newer call', 'openat2', ({ keyFile }) => [AT_FDCWD, path(keyFile), 0, 24]),
  refused('get a handle of a file', 'name_to_handle_at', ({ keyFile }) => [AT_FDCWD, path(keyFile)]),
  refused('open a file by its handle', 'open_by_handle_at', () => [AT_FDCWD]),
  refused('watch files', 'inotify_init1', () => [0]),
  { name: 'use a file or socket that the server had open', expected: 'EBADF', attempt: useInherited },
]

const server: readonly Escape[] = [
  ...['environ', 'mem', 'maps'].map(
    (name): Escape => ({
      name: `read /proc of the server: ${name}`,
      expected: 'EACCES',
      attempt: ({ serverPid }) => outcomeOf(() => readFileSync(`/proc/${serverPid}/${name}`)),
    }),
  ),
  {
    name: 'follow the descriptors of the server',
    expected: 'EACCES',
    attempt: ({ serverPid }) => outcomeOf(() => readlinkSync(`/proc/${serverPid}/fd/1`)),
  },
  refused('debug the server', 'ptrace', ({ serverPid }) => [PTRACE_CONT, serverPid, 0, 0]),
  refused('copy memory of the server', 'process_vm_readv', ({ serverPid }) => [serverPid]),
  refused('change memory of the server', 'process_vm_writev', ({ serverPid }) => [serverPid]),
  refused('get a handle of the server', 'pidfd_open', ({ serverPid }) => [serverPid, 0]),
  refused('take a descriptor of the server', 'pidfd_getfd', () => [0, 0, 0]),
  refused('signal the server', 'kill', ({ serverPid }) => [serverPid, 0]),
  refused('signal a thread of the server', 'tgkill', ({ serverPid }) => [serverPid, serverPid, 0]),
  refused('signal every process', 'kill', () => [-1, 0]),
  refused('limit the server', 'prlimit64', ({ serverPid }) => [serverPid, RLIMIT_NOFILE]),
  refused('slow the server down', 'setpriority', ({ serverPid }) => [0, serverPid, 19]),
  refused('outlive the server', 'prctl', () => [PR_SET_PDEATHSIG, 0]),
]

const programs: readonly Escape[] = [
  { name: 'start a shell', expected: 'EPERM', attempt: () => startProgram('/bin/sh') },
  { name: 'start Node', expected: 'EPERM', attempt: () => startProgram(process.execPath) },
  refused('replace itself by a program', 'execve', () => [0, 0, 0]),
  refused('replace itself by an open file', 'execveat', () => [-1, 0, 0, 0, 0]),
  { name: 'start a program from memory', expected: 'EPERM', attempt: startFromMemory },
  { name: 'fork', expected: 'EPERM', attempt: fork },
  refused('start a thread in a namespace', 'clone', () => [CLONE_THREAD | CLONE_NEWNET]),
  { name: 'fork by a newer call', expected: 'ENOSYS', attempt: () => call('clone3', 0, 0) },
]

const network: readonly Escape[] = [
  { name: 'connect by TCP', expected: 'EPERM', attempt: ({ port }) => openConnection({ host: '127.0.0.1', port }) },
  { name: 'send by UDP', expected: 'EPERM', attempt: sendDatagram },
  { name: 'connect to a UNIX socket', expected: 'EPERM', attempt: () => openConnection({ path: '/run/any.sock' }) },
  refused('open a TCP socket', 'socket', () => [AF_INET, STREAM, 0]),
  refused('open a TCP socket of IPv6', 'socket', () => [AF_INET6, STREAM, 0]),
  refused('open a UDP socket', 'socket', () => [AF_INET, DATAGRAM, 0]),
  refused('open a raw socket', 'socket', () => [AF_INET, RAW, 1]),
  refused('open a UNIX socket', 'socket', () => [AF_UNIX, STREAM, 0]),
  refused('open a netlink socket', 'socket', () => [AF_NETLINK, RAW, 0]),
  refused('open a packet socket', 'socket', () => [AF_PACKET, RAW, 0]),
  refused('open a vsock socket', 'socket', () => [AF_VSOCK, STREAM, 0]),
  refused('open a socket of the kernel’s ciphers', 'socket', () => [AF_ALG, 5, 0]),
  refused('connect the channel to the server elsewhere', 'connect', () => [3, 0, 0]),
  refused('listen', 'bind', () => [3, 0, 0]),
]

/** Parameters of an io_uring. */
const zeros = koffi.address(Buffer.alloc(256))
/** Soft and hard limit. */
const limits = koffi.address(Buffer.from(new BigUint64Array([1_000_000n, 1_000_000n]).buffer))

const kernel: readonly Escape[] = [
  { name: 'open an io_uring', expected: 'ENOSYS', attempt: () => call('io_uring_setup', 8, zeros) },
  refused('create a file in memory', 'memfd_create', () => [textPointer('x'), 0]),
  refused('load a BPF program', 'bpf', () => [0, 0, 0]),
  refused('handle page faults', 'userfaultfd', () => [0]),
  refused('measure the kernel', 'perf_event_open', () => [0, 0, -1, -1, 0]),
  refused('read the keyring', 'keyctl', () => [KEYCTL_GET_KEYRING_ID, -3, 0]),
  refused('add a key', 'add_key', () => [0, 0, 0, 0, -3]),
  refused('mount a file system', 'mount', () => [0, 0, 0, 0, 0]),
  refused('unmount a file system', 'umount2', () => [0, 0]),
  refused('change the root folder', 'chroot', () => [0]),
  refused('exchange the root folder', 'pivot_root', () => [0, 0]),
  refused('create a user namespace', 'unshare', () => [CLONE_NEWUSER]),
  refused('create a network namespace', 'unshare', () => [CLONE_NEWNET]),
  refused('enter a namespace', 'setns', () => [0, 0]),
  refused('become another user', 'setresuid', () => [-1, -1, -1]),
  refused('set capabilities', 'capset', () => [0, 0]),
  refused('raise a limit', 'prlimit64', () => [0, RLIMIT_NOFILE, limits, 0]),
  refused('raise a limit by an older call', 'setrlimit', () => [RLIMIT_NOFILE, limits]),
  refused('change its personality', 'personality', () => [PERSONALITY_UNCHANGED]),
  refused('let others see its memory', 'prctl', () => [PR_SET_DUMPABLE, 1]),
  refused('let others debug it', 'prctl', () => [PR_SET_PTRACER, -1]),
  refused('change the map of its memory', 'prctl', () => [PR_SET_MM, 0]),
  refused('share memory with others', 'shmget', () => [IPC_PRIVATE, 4096, 0o600]),
  refused('add a filter of its own', 'seccomp', () => [1, 0, 0]),
  refused('watch all files', 'fanotify_init', () => [0, 0]),
  refused('type into the terminal', 'ioctl', () => [0, TIOCSTI, 0]),
]

/** By what they reach for. */
export const escapes: Readonly<Record<string, readonly Escape[]>> = { files, server, programs, network, kernel }

export const allEscapes: readonly Escape[] = Object.values(escapes).flat()
