import type { Endpoint } from '@pictable/client'
import type { Admit, AnswerOf, BoundEndpoint, CallOf } from './endpoint-call.ts'

type Collection<Verb extends PropertyKey> = Readonly<Record<Verb, Endpoint>>

/** One handler per endpoint of a collection: no more, no less. */
type HandlersOf<Of extends Collection<keyof Of>> = {
  readonly [Verb in keyof Of]: (call: CallOf<Of[Verb]>) => Promise<AnswerOf<Of[Verb]>>
}

/**
 * `handlers(collection)({ verb: handler })` ties every endpoint of a collection of the contract to its handler. A handler
 * that is missing, unknown or does not fit its endpoint does not compile; `route.ts` validates requests and answers.
 */
export function handlers<Of extends Collection<keyof Of>>(collection: Of, admit?: Admit) {
  return (byVerb: HandlersOf<Of>): BoundEndpoint[] => {
    const bound: BoundEndpoint[] = []
    for (const verb in collection) bound.push({ entry: collection[verb], admit, handle: byVerb[verb] })
    return bound
  }
}
