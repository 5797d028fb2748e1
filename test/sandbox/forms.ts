import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** As what a server runs. */
export interface Form {
  name: string
  /** How far it is from the real thing. */
  meaning: string
  uid: number
  /** The program that starts the server so, and its arguments. */
  command(work: string): readonly string[]
  /** Why it cannot be tried here. */
  obstacle(): string | undefined
}

const user = process.getuid?.() ?? 0
const UNPRIVILEGED_USER = 65_534
/** The user of the container's image. */
const CONTAINER_USER = 10_001
const node = process.execPath

const asUser = (uid: number) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
const withoutRights = ['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs']

/** Whether another user reaches the program of Node and the code: a home folder may be closed. */
function isReachable(uid: number): boolean {
  const [program = '', ...args] = asUser(uid)
  try {
    execFileSync(program, [...args, node, '--check', 'packages/server/src/main.ts'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function obstacleOf(uid: number): string | undefined {
  if (user !== 0) return 'only root can become another user'
  return isReachable(uid) ? undefined : `the user ${uid} cannot read this folder: clone it to one that it can read`
}

/** Everything but the folder of the data is read-only, and the processes are a world of their own. */
const closeDisk = `
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o remount,bind,ro /
shift
exec "$@"`

export const forms: readonly Form[] = [
  {
    name: user === 0 ? 'root' : 'this user',
    meaning: 'started by hand',
    uid: user,
    command: () => [node],
    obstacle: () => undefined,
  },
  {
    name: 'unprivileged',
    meaning: `the user ${UNPRIVILEGED_USER}`,
    uid: UNPRIVILEGED_USER,
    command: () => [...asUser(UNPRIVILEGED_USER), node],
    obstacle: () => obstacleOf(UNPRIVILEGED_USER),
  },
  {
    name: 'container',
    meaning: `the user ${CONTAINER_USER}, no capabilities, no new privileges, a read-only disk, processes of its own. Not the same as a container: the disk is this one's, and the filter and limits of a container engine are missing`,
    uid: CONTAINER_USER,
    command: (work) => [
      ...['unshare', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child', '--'],
      ...['sh', '-c', closeDisk, 'sh', work],
      ...[...asUser(CONTAINER_USER), ...withoutRights, node],
    ],
    obstacle: () => (existsSync('/proc/self/ns/pid') ? obstacleOf(CONTAINER_USER) : 'the system has no namespaces'),
  },
]
