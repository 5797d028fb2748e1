import {
  type Architecture,
  absent,
  allowed,
  auditIdOf,
  conditional,
  existing,
  type Numbers,
  numberOf,
} from './system-calls.ts'

/** Actions of a seccomp filter. */
const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
const ERRNO = 0x00050000
const EPERM = ERRNO | 1
const EEXIST = ERRNO | 17
const ENOSYS = ERRNO | 38

/** Instructions of classic BPF. */
const LOAD_WORD = 0x20
const AND = 0x54
const JUMP_IF_EQUAL = 0x15
const JUMP_IF_AT_LEAST = 0x35
const RETURN = 0x06

/** One instruction: code, jumps over this many instructions if true and if false, operand. */
export type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number]

/** Offsets in `struct seccomp_data`. */
const NUMBER_OFFSET = 0
const ARCHITECTURE_OFFSET = 4
const argumentOffset = (index: number) => 16 + index * 8

/** x32 calls have the architecture of x64 and numbers from here on. */
const X32_NUMBERS = 0x40000000

/** A 32-bit word of the arguments, of which only the bits of the mask count, must be one of these. */
interface Condition {
  offset: number
  mask?: number
  oneOf: readonly number[]
}

const first = argumentOffset(0)
const second = argumentOffset(1)
const third = argumentOffset(2)

const CLONE_THREAD = 0x00010000
/** O_WRONLY, O_RDWR, O_CREAT, O_TRUNC: Landlock refuses them too, the last one only since Linux 6.2. */
const OPENED_TO_WRITE = 0x243
/** New namespaces, and a tracer that follows. */
const CLONE_REFUSED = 0x7e022000

export interface FilterSettings {
  arch: Architecture
  /** The process that the filter is for. */
  pid: number
  /** `execve` works only with this 64-bit number as its fourth argument, which the kernel ignores: once, for the launcher. */
  execveToken: bigint
}

/** Calls that are allowed if all of their conditions hold. */
function conditionalCalls({ pid, execveToken }: FilterSettings): readonly [Numbers, ...Condition[]][] {
  const itself = { offset: first, oneOf: [pid] }
  return [
    // Threads, no processes.
    [conditional.clone, { offset: first, mask: CLONE_THREAD | CLONE_REFUSED, oneOf: [CLONE_THREAD] }],
    [
      conditional.execve,
      { offset: argumentOffset(3), oneOf: [Number(execveToken & 0xffffffffn)] },
      { offset: argumentOffset(3) + 4, oneOf: [Number(execveToken >> 32n)] },
    ],
    [conditional.open, { offset: second, mask: OPENED_TO_WRITE, oneOf: [0] }],
    [conditional.openat, { offset: third, mask: OPENED_TO_WRITE, oneOf: [0] }],
    // F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC
    [conditional.fcntl, { offset: second, oneOf: [0, 1, 2, 3, 4, 1030] }],
    // TCGETS, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
    [conditional.ioctl, { offset: second, oneOf: [0x5401, 0x541b, 0x5421, 0x5450, 0x5451] }],
    [conditional.kill, itself],
    // PR_SET_NAME, PR_GET_NAME, PR_CAPBSET_READ, PR_SET_VMA
    [conditional.prctl, { offset: first, oneOf: [15, 16, 23, 0x53564d41] }],
    // Reading its own limits: the pointer to a new limit is null.
    [
      conditional.prlimit64,
      { offset: first, oneOf: [0, pid] },
      { offset: argumentOffset(2), oneOf: [0] },
      { offset: argumentOffset(2) + 4, oneOf: [0] },
    ],
    [conditional.tgkill, itself],
  ]
}

const answer = (action: number): Instruction => [RETURN, 0, 0, action]

/** Answers EPERM unless the condition holds, and goes on otherwise. */
function check({ offset, mask, oneOf }: Condition): Instruction[] {
  const masked: Instruction[] = mask === undefined ? [] : [[AND, 0, 0, mask]]
  const compared = oneOf.map((value, i): Instruction => [JUMP_IF_EQUAL, oneOf.length - i, 0, value])
  return [[LOAD_WORD, 0, 0, offset], ...masked, ...compared, answer(EPERM)]
}

/** `buildFilter()` returns a seccomp program that allows what `system-calls.ts` lists and answers EPERM to the rest. */
export function buildFilter(settings: FilterSettings): Buffer {
  const { arch } = settings
  /** If it is this call, these instructions decide. */
  const when = (call: Numbers, body: readonly Instruction[]): Instruction[] => {
    const number = numberOf(call, arch)
    return number === null ? [] : [[JUMP_IF_EQUAL, 0, body.length, number], ...body]
  }
  const program: Instruction[] = [
    [LOAD_WORD, 0, 0, ARCHITECTURE_OFFSET],
    [JUMP_IF_EQUAL, 1, 0, auditIdOf(arch)],
    answer(KILL_PROCESS),
    [LOAD_WORD, 0, 0, NUMBER_OFFSET],
    [JUMP_IF_AT_LEAST, 0, 1, X32_NUMBERS],
    answer(EPERM),
    ...Object.values(allowed).flatMap((call) => when(call, [answer(ALLOW)])),
    ...Object.values(absent).flatMap((call) => when(call, [answer(ENOSYS)])),
    ...Object.values(existing).flatMap((call) => when(call, [answer(EEXIST)])),
    ...conditionalCalls(settings).flatMap(([call, ...conditions]) =>
      when(call, [...conditions.flatMap(check), answer(ALLOW)]),
    ),
    answer(EPERM),
  ]
  return assemble(program)
}

/** Instructions as the kernel reads them: `struct sock_filter`. */
export function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8)
  program.forEach(([code, ifTrue, ifFalse, operand], i) => {
    bytes.writeUInt16LE(code, i * 8)
    bytes.writeUInt8(ifTrue, i * 8 + 2)
    bytes.writeUInt8(ifFalse, i * 8 + 3)
    bytes.writeUInt32LE(operand >>> 0, i * 8 + 4)
  })
  return bytes
}
