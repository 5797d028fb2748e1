import { AsyncLocalStorage } from 'node:async_hooks'
import type { World } from '@pictable/server/core/ports/world.ts'
import { z } from 'zod'

/** Core awaits nothing but ports: the moments before and after each call of a port are all the places where a crash can fall. */
const armed = new AsyncLocalStorage<{ left: number }>()

interface Fault {
  /** Which of these moments, from 0. */
  point: number
  /** Of the process that it kills: the one that is started after it gets through with the same key. */
  generation: number
  name: string
}

/** An Idempotency-Key that kills the process between the claim of the key and the answer. */
export const faultKey = ({ point, generation, name }: Fault) => `fault-${point}-${generation}-${name}`

const claimed = z.object({ key: z.string() })

function arm(claim: unknown): void {
  const [kind, point, generation] = claimed.safeParse(claim).data?.key.split('-') ?? []
  if (kind === 'fault' && generation === process.env.FAULT_GENERATION) armed.enterWith({ left: Number(point) })
}

function pass(): void {
  const request = armed.getStore()
  if (request !== undefined && request.left-- === 0) process.kill(process.pid, 'SIGKILL')
}

/** Passes a point before and after each call, and at the end of what a transaction is given to do. */
function watched<Port extends object>(port: Port): Port {
  const within = (work: unknown) =>
    typeof work !== 'function'
      ? work
      : async (inside: object) => {
          const result: unknown = await Reflect.apply(work, undefined, [watched(inside)])
          pass()
          return result
        }
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member === 'object' && member !== null) return watched(member)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        if (name === 'claim') arm(given[0])
        pass()
        const result: unknown = Reflect.apply(member, target, name === 'transaction' ? given.map(within) : given)
        return result instanceof Promise ? result.finally(pass) : result
      }
    },
  })
}

/** The ports that a request waits for. */
export function withFaultPoints({ data, renderer, storage }: World): Partial<World> {
  return { data: watched(data), renderer: watched(renderer), storage: watched(storage) }
}
