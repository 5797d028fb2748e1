import { contract, type Endpoint, isRaw } from '@pictable/client'
import type { Plugin } from 'vite'

type Shape = NonNullable<Endpoint['answers'][number]>

/** Raw stays raw, a stream stays a stream; of a schema only matters that there is one. */
function lightShape(shape: Shape): unknown {
  if (!isRaw(shape)) return {}
  return shape.events ? { raw: shape.raw, events: {} } : { raw: shape.raw }
}

/** Answers are JSON unless they are raw. */
function lightEntry({ method, path, body, answers, changesNothing, isContinuous }: Endpoint): unknown {
  const raw = Object.entries(answers).filter(([, shape]) => shape !== null && isRaw(shape))
  const shapes = raw.map(([status, shape]) => [status, shape && lightShape(shape)])
  return {
    method,
    path,
    body: body && lightShape(body),
    answers: Object.fromEntries(shapes),
    changesNothing,
    isContinuous,
  }
}

const light = Object.fromEntries(
  Object.entries(contract).map(([collection, verbs]) => [
    collection,
    Object.fromEntries(Object.entries(verbs).map(([verb, entry]) => [verb, lightEntry(entry)])),
  ]),
)

/**
 * The server holds to the contract by its schemas; a page only needs to know where to ask and how. That saves a quarter
 * of the first load.
 */
export function lightContract(): Plugin {
  return {
    name: 'pictable:light-contract',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/client/src/contract/index.ts')) return null
      return `export const contract = ${JSON.stringify(light)}\nexport const endpoints = Object.values(contract).flatMap(Object.values)\n`
    },
  }
}
