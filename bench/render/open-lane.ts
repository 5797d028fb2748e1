import { fork } from 'node:child_process'
import { join } from 'node:path'
import { childEnvironment, childFlags } from '@pictable/server/rendering/fork-child.ts'
import type { Order, Paid } from '#bench/render/order.ts'

export interface Lane {
  carryOut(order: Order): Promise<Paid>
  close(): void
}

/** Starts a process for one peer, with environment and flags of the product's own; it takes one order at a time. */
export async function openLane(peer: string): Promise<Lane> {
  const { PATH = '', HOME = '/tmp', CHROMIUM_PATH = '' } = process.env
  const child = fork(join(import.meta.dirname, 'lane.ts'), [peer], {
    env: { ...childEnvironment, PATH, HOME, CHROMIUM_PATH },
    execArgv: [...childFlags, '--disable-warning=ExperimentalWarning'],
  })
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      const ended = () => reject(new Error(`the process of ${peer} ended`))
      child.once('exit', ended)
      child.once('message', (message) => {
        child.off('exit', ended)
        resolve(message)
      })
    })
  await answer()
  return {
    async carryOut(order) {
      const paid = answer()
      child.send(order)
      return paidOf(await paid)
    },
    close: () => child.disconnect(),
  }
}

function paidOf(message: unknown): Paid {
  const { ms, cpuMs, bytes, peakBytes } = Object(message)
  return { ms: Number(ms), cpuMs: Number(cpuMs), bytes: Number(bytes), peakBytes: Number(peakBytes) }
}
