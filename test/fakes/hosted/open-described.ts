import type { Source } from '@pictable/server/core/ports/source.ts'
import type { SourceFetch } from '@pictable/server/core/ports/source-fetch.ts'
import { createDescribedSource } from '@pictable/server/sources/described/described-source.ts'
import type { Description } from '@pictable/server/sources/described/description.ts'
import { shippedDescriptions } from '@pictable/server/sources/described/shipped.ts'
import { createWay, free } from './way-out.ts'

export interface Account {
  url: string
  token: string
}

export function descriptionOf(kind: string): Description {
  const found = shippedDescriptions.find((each) => each.kind === kind)
  if (found === undefined) throw new Error(`There is no description of ${kind}`)
  return found
}

/** Opens an account of a described product, without limits and guard. */
export function openDescribed(
  description: Description,
  { url, token }: Account,
  send: SourceFetch = createWay().send,
): Source {
  const kind = createDescribedSource(description, { fetch: send, governor: free })
  return kind.open(kind.settings.parse({ token, endpoint_url: url }), `con_${description.kind}`)
}
