import { join } from 'node:path'
import koffi from 'koffi'
import { assemble, type Instruction } from './filter.ts'
import { forgoPrivileges, keepDescriptors, replaceProcess, restrictBySeccomp } from './kernel.ts'
import { conditional, isArchitecture, numberOf } from './system-calls.ts'

/**
 * Becomes `pictable` with these arguments (`serve` without), as on a kernel without the layers that KERNEL_LACKS names. Root
 * loses its capabilities: as a plain user, it may not inspect processes that forbid it.
 */

const PR_SET_SECCOMP = 22
const PR_CAPBSET_DROP = 24
const MAX_CAPABILITIES = 64
const LANDLOCK_CREATE_RULESET = 444
const ALLOW = 0x7fff0000
const EINVAL = 0x00050000 | 22
const ENOSYS = 0x00050000 | 38

const lacks = (process.env.KERNEL_LACKS ?? '').split(',')
if (!isArchitecture(process.arch)) throw new Error('unknown architecture')

const withoutLandlock: Instruction[] = [
  [0x15, 0, 1, LANDLOCK_CREATE_RULESET],
  [0x06, 0, 0, ENOSYS],
]
const withoutSeccomp: Instruction[] = [
  [0x15, 0, 3, numberOf(conditional.prctl, process.arch) ?? 0],
  [0x20, 0, 0, 16],
  [0x15, 0, 1, PR_SET_SECCOMP],
  [0x06, 0, 0, EINVAL],
]
const program: Instruction[] = [
  [0x20, 0, 0, 0],
  ...(lacks.includes('landlock') ? withoutLandlock : []),
  ...(lacks.includes('seccomp') ? withoutSeccomp : []),
  [0x06, 0, 0, ALLOW],
]
const prctl = koffi.load(null).func('int prctl(int, unsigned long, unsigned long, unsigned long, unsigned long)')
for (let capability = 0; capability < MAX_CAPABILITIES; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
forgoPrivileges()
keepDescriptors([0, 1, 2])
restrictBySeccomp(assemble(program))
const { KERNEL_LACKS: _, ...env } = process.env
const given = process.argv.slice(2)
replaceProcess({
  path: process.execPath,
  args: [
    ...process.execArgv,
    join(import.meta.dirname, '..', '..', 'bin', 'pictable.js'),
    ...(given.length === 0 ? ['serve'] : given),
  ],
  env,
})
