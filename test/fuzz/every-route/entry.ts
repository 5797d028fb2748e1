import type { Contract } from '@pictable/client'
import type { Stage } from './stage.ts'

/** A valid request to a route. */
export interface RouteInput {
  params?: Readonly<Record<string, string>>
  /** In place of the path with its parameters and query. */
  target?: string
  query?: Readonly<Record<string, string>>
  body?: object | Uint8Array
  headers?: Readonly<Record<string, string>>
  /** What goes on after the answer is measured too. */
  after?(): Promise<void>
}

/** The largest valid request, and why it cannot be larger. */
export interface LargestInput {
  name: string
  /** `schema`: the contract allows a few kilobytes. `limit`: the body is about as large as any may be. */
  bound: 'schema' | 'limit' | { reason: string }
  /** Also creates what the request needs, which is not measured. */
  make(stage: Stage): RouteInput | Promise<RouteInput>
}

type Make = LargestInput['make']

/** Ids, numbers and short texts: the schema of the body allows no more. */
export const small = (make: Make): LargestInput[] => [{ name: 'small', bound: 'schema', make }]

/** As large as the server takes a body. */
export const large = (name: string, make: Make): LargestInput => ({ name, bound: 'limit', make })

/** Smaller than the limit of a body for another reason. */
export const bounded = (name: string, reason: string, make: Make): LargestInput => ({ name, bound: { reason }, make })

/** The largest inputs of each route. A route without an entry does not compile. */
export type RouteEntries = {
  readonly [Collection in keyof Contract]: Readonly<Record<keyof Contract[Collection], readonly LargestInput[]>>
}
