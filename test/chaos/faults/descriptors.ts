import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Fault } from '#test/chaos/faults/fault.ts'
import type { Installation } from '#test/chaos/installation.ts'

const few = 256

/** How many a process may open at most. */
const hardLimit = (pid: number | undefined) =>
  Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1])

/** A process may open 256 files and connections, and people take all of them. */
export function fewDescriptors({ url, processes }: Pick<Installation, 'url' | 'processes'>): Fault {
  let held: Socket[] = []
  const limit = (countOf: (pid: number | undefined) => number) => {
    for (const { pid } of processes) execFileSync('prlimit', ['--pid', String(pid), `--nofile=${countOf(pid)}:`])
  }
  const hold = () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    return socket
  }
  return {
    name: `${few} file descriptors, all taken by connections`,
    async begin() {
      limit(() => few)
      held = Array.from({ length: few }, hold)
    },
    async end() {
      for (const socket of held.splice(0)) socket.destroy()
      limit(hardLimit)
    },
  }
}
