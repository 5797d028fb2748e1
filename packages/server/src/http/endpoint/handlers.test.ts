import { contract } from '@pictable/client'
import { expect, test } from 'vitest'
import { handlers } from './handlers.ts'

const list = async () => ({ status: 200 as const, body: { results: [], next: null } })
const revoke = async () => ({ status: 204 as const, body: null })
const gone = async (_id: string) => revoke()
const listOf = async (_limit: number) => list()
const stream = async () => ({ status: 200 as const, body: new Uint8Array(), contentType: 'text/event-stream' })

test('handlers() binds each endpoint of a collection to the handler of its verb', () => {
  expect(handlers(contract.sessions)({ revoke, list })).toEqual([
    { entry: contract.sessions.list, handle: list },
    { entry: contract.sessions.revoke, handle: revoke },
  ])
})

test('handlers() does not compile when a handler does not fit the contract', () => {
  // @ts-expect-error `revoke` is missing
  handlers(contract.sessions)({ list })
  // @ts-expect-error the contract has no `rename`
  handlers(contract.sessions)({ list, revoke, rename: list })
  // @ts-expect-error `revoke` answers 204, not 200
  handlers(contract.sessions)({ list, revoke: list })
  // @ts-expect-error `list` answers a page, not nothing
  handlers(contract.sessions)({ list: async () => ({ status: 200, body: null }), revoke })
  // @ts-expect-error JSON takes no media type
  handlers(contract.sessions)({ list: async () => ({ ...(await list()), contentType: 'text/csv' }), revoke })
  // @ts-expect-error bytes need a media type
  handlers(contract.events)({ stream: async () => ({ status: 200, body: new Uint8Array() }) })
  // @ts-expect-error the path of `revoke` has an `id`, no `name`
  handlers(contract.sessions)({ list, revoke: async ({ params }) => gone(params.name) })
  // @ts-expect-error `list` takes no body
  handlers(contract.sessions)({ list: async ({ body }: { body: { limit: number } }) => listOf(body.limit), revoke })
  expect(handlers(contract.events)({ stream })).toHaveLength(1)
})
