import baserow from './baserow.json' with { type: 'json' }
import { checkDescription } from './check-description.ts'
import type { Description } from './description.ts'
import directus from './directus.json' with { type: 'json' }
import teable from './teable.json' with { type: 'json' }

function parsed(json: { kind: string }): Description {
  const found = checkDescription(json)
  if ('description' in found) return found.description
  const reasons = found.faults.map(({ pointer, message }) => `${pointer} ${message}`)
  throw new Error(`The description of ${json.kind} is invalid: ${reasons.join('; ')}`)
}

/** The descriptions that are part of Pictable. */
export const shippedDescriptions: readonly Description[] = [baserow, directus, teable].map(parsed)
