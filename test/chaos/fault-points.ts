import { AsyncLocalStorage } from 'node:async_hooks'
import type { World } from '@pictable/server/core/ports/world.ts'
import { z } from 'zod'

interface Armed {
  key: string
  left: number
}

/** Core awaits nothing but ports: the moments before and after each call of a port are all the places where a crash can fall. */
const armed = new AsyncLocalStorage<Armed>()

interface Fault {
  /** Which of these moments, from 0. */
  point: number
  /** Of the process in which the request stops: in the one that is started after it, it gets through with the same key. */
  generation: number
  name: string
}

/** An Idempotency-Key that stops its request between the claim of the key and the answer, for as long as the process lives. */
export const faultKey = ({ point, generation, name }: Fault) => `fault-${point}-${generation}-${name}`

/** The line that the process prints when it has stopped the request. A transaction of the request is open then, or not. */
export const stoppedLine = (key: string, place: 'inside' | 'outside') => `stopped ${place} of a transaction: ${key}\n`

const claimed = z.object({ key: z.string() })

function arm(claim: unknown): void {
  const { key = '' } = claimed.safeParse(claim).data ?? {}
  const [kind, point, generation] = key.split('-')
  if (kind === 'fault' && generation === process.env.FAULT_GENERATION) armed.enterWith({ key, left: Number(point) })
}

/**
 * Which moment of work without a request is the last one of the process: a setting of `fault-server.ts`. `images+1` is the second
 * one from a call `images` on.
 */
export const WORK_POINT = 'FAULT_WORK_POINT'

function armWork(call: string): void {
  // As the key of a request.
  const key = process.env[WORK_POINT] ?? ''
  const [first, left] = key.split('+')
  if (call === first) armed.enterWith({ key, left: Number(left) })
}

/** The call before or after which such work has stopped, by what the process printed; null when it has not. */
export function stoppedCall(log: string): string | null {
  return /^stopped \w+ of a transaction: \w+\+\d+\nat (\w+)$/m.exec(log)?.[1] ?? null
}

type Place = Parameters<typeof stoppedLine>[1]

/** @returns a promise that is never settled when the request is to stop here */
function pass(place: Place, call: string): Promise<never> | undefined {
  const request = armed.getStore()
  if (request === undefined || request.left-- !== 0) return undefined
  process.stdout.write(`${stoppedLine(request.key, place)}at ${call}\n`)
  return new Promise(() => {})
}

/** Passes a point before and after each call, and at the end of what a transaction is given to do. */
function watched<Port extends object>(port: Port, place: Place): Port {
  const within = (work: unknown) =>
    typeof work !== 'function'
      ? work
      : async (inside: object) => {
          const result: unknown = await Reflect.apply(work, undefined, [watched(inside, 'inside')])
          await pass('inside', 'commit')
          return result
        }
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member === 'object' && member !== null) return watched(member, place)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        if (name === 'claim') arm(given[0])
        armWork(String(name))
        const stopped = pass(place, String(name))
        if (stopped !== undefined) return stopped
        const result: unknown = Reflect.apply(member, target, name === 'transaction' ? given.map(within) : given)
        return result instanceof Promise ? result.finally(() => pass(place, String(name))) : result
      }
    },
  })
}

/** The ports that a request, or work without one, waits for. */
export function withFaultPoints({ data, renderer, storage }: World): Partial<World> {
  return {
    data: watched(data, 'outside'),
    renderer: watched(renderer, 'outside'),
    storage: watched(storage, 'outside'),
  }
}
