/** Number of a system call on x64 and on arm64; null where that architecture does not have it. */
export type Numbers = readonly [x64: number | null, arm64: number | null]

/** `auditId` is the kernel's name of the architecture, `AUDIT_ARCH_…`. */
const architectures = {
  x64: { column: 0, auditId: 0xc000003e },
  arm64: { column: 1, auditId: 0xc00000b7 },
} as const

export type Architecture = keyof typeof architectures

export function isArchitecture(name: string): name is Architecture {
  return Object.hasOwn(architectures, name)
}

export const auditIdOf = (arch: Architecture): number => architectures[arch].auditId

/** Allowed with any arguments: computing, memory, threads, reading files, and the descriptors that it was started with. */
export const allowed: Readonly<Record<string, Numbers>> = {
  // Reading files: Landlock decides which
  close: [3, 57],
  close_range: [436, 436],
  read: [0, 63],
  readv: [19, 65],
  pread64: [17, 67],
  preadv: [295, 69],
  write: [1, 64],
  writev: [20, 66],
  lseek: [8, 62],
  stat: [4, null],
  lstat: [6, null],
  fstat: [5, 80],
  newfstatat: [262, 79],
  statx: [332, 291],
  statfs: [137, 43],
  fstatfs: [138, 44],
  access: [21, null],
  faccessat: [269, 48],
  faccessat2: [439, 439],
  readlink: [89, null],
  readlinkat: [267, 78],
  getdents64: [217, 61],
  getcwd: [79, 17],
  dup: [32, 23],
  dup2: [33, null],
  dup3: [292, 24],
  // Memory
  brk: [12, 214],
  mmap: [9, 222],
  munmap: [11, 215],
  mremap: [25, 216],
  mprotect: [10, 226],
  madvise: [28, 233],
  pkey_alloc: [330, 289],
  pkey_free: [331, 290],
  pkey_mprotect: [329, 288],
  membarrier: [324, 283],
  // Its own threads, time and signals
  futex: [202, 98],
  set_robust_list: [273, 99],
  get_robust_list: [274, 100],
  rseq: [334, 293],
  set_tid_address: [218, 96],
  arch_prctl: [158, null],
  exit: [60, 93],
  exit_group: [231, 94],
  sched_yield: [24, 124],
  sched_getaffinity: [204, 123],
  sched_getscheduler: [145, 120],
  sched_getparam: [143, 121],
  sched_get_priority_max: [146, 125],
  sched_get_priority_min: [147, 126],
  nanosleep: [35, 101],
  clock_nanosleep: [230, 115],
  clock_gettime: [228, 113],
  clock_getres: [229, 114],
  gettimeofday: [96, 169],
  time: [201, null],
  getcpu: [309, 168],
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  rt_sigpending: [127, 136],
  rt_sigtimedwait: [128, 137],
  sigaltstack: [131, 132],
  restart_syscall: [219, 128],
  // Waiting, and the descriptors it was started with
  epoll_create1: [291, 20],
  epoll_ctl: [233, 21],
  epoll_wait: [232, null],
  epoll_pwait: [281, 22],
  epoll_pwait2: [441, 441],
  eventfd2: [290, 19],
  timerfd_create: [283, 85],
  timerfd_settime: [286, 86],
  pipe2: [293, 59],
  poll: [7, null],
  ppoll: [271, 73],
  select: [23, null],
  pselect6: [270, 72],
  recvmsg: [47, 212],
  recvfrom: [45, 207],
  sendmsg: [46, 211],
  sendto: [44, 206],
  getsockopt: [55, 209],
  getsockname: [51, 204],
  getpeername: [52, 205],
  shutdown: [48, 210],
  // Facts about itself
  getpid: [39, 172],
  gettid: [186, 178],
  getppid: [110, 173],
  getuid: [102, 174],
  geteuid: [107, 175],
  getgid: [104, 176],
  getegid: [108, 177],
  getpgrp: [111, null],
  capget: [125, 90],
  getrusage: [98, 165],
  getrlimit: [97, 163],
  sysinfo: [99, 179],
  uname: [63, 160],
  getrandom: [318, 278],
  times: [100, 153],
  umask: [95, 166],
}

/** Allowed with certain arguments: see `filter.ts`. */
export const conditional = {
  clone: [56, 220],
  execve: [59, 221],
  fcntl: [72, 25],
  ioctl: [16, 29],
  kill: [62, 129],
  open: [2, null],
  openat: [257, 56],
  prctl: [157, 167],
  prlimit64: [302, 261],
  tgkill: [234, 131],
} as const satisfies Readonly<Record<string, Numbers>>

/** Answered with ENOSYS: libraries then fall back to a call that the filter can check. */
export const absent = { clone3: [435, 435], io_uring_setup: [425, 425] } as const satisfies Readonly<
  Record<string, Numbers>
>

/** Answered with EEXIST: Node creates the folder of its compile cache, which is there. */
export const existing = { mkdir: [83, null], mkdirat: [258, 34] } as const satisfies Readonly<Record<string, Numbers>>

export const numberOf = (numbers: Numbers, arch: Architecture): number | null => numbers[architectures[arch].column]
