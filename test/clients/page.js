/** The exercise in a page and in its module worker. */
import * as client from './client.js'
import { exercise } from './exercise.js'

const baseUrl = new URL('/pictable', location.href).href
const isWorker = typeof document === 'undefined'
try {
  const result = await exercise(client, { baseUrl })
  if (isWorker) postMessage(result)
  else globalThis.result = result
} catch (error) {
  if (isWorker) postMessage(String(error))
  else globalThis.result = String(error)
}
