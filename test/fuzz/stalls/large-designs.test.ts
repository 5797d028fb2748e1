import { afterAll, beforeAll, expect, test } from 'vitest'
import { largeDesign, longStop, type Stop } from '#test/fuzz/every-route/large-values.ts'
import { adminKey, startWholeApp, type WholeApp } from '#test/scenarios/whole-app.ts'
import { startSender } from './find-stalls.ts'
import { slowness } from './slowness.ts'
import { watchThread } from './watch-thread.ts'

/** As `bench -- main-thread` holds it, on a machine with nothing else to do. */
const MAX_MS = 100
/**
 * Of each request the fastest counts: what is compiled or collected for the first time is not the request's. Requests that are
 * all fast enough are not sent again.
 */
const TIMES = 3

let app: WholeApp
let sender: ReturnType<typeof startSender>

beforeAll(async () => {
  app = await startWholeApp({ PICTABLE_SEED_SAMPLE: 'false' })
  sender = startSender(app.url)
})
afterAll(async () => {
  await sender.close()
  await app.close()
})

const stops: Record<string, Stop> = {
  'long numbers': longStop,
  bindings: (n) => ({ color: { bind: `c${n}`, fallback: '#fff' }, offset: 1 }),
}

/** Everything that a valid design goes through, to be sent to a template of its own. */
function requestsWith(id: string, design: object): Record<string, [method: string, path: string, body?: object]> {
  const template = `/v1/templates/${id}`
  const session = 'session-1'
  return {
    create: ['POST', '/v1/templates', { design }],
    update: ['PATCH', template, { design }],
    'save the draft': ['PUT', `${template}/draft`, { design: { ...design, name: 'Draft' }, session, base_version: 2 }],
    'read the draft': ['GET', `${template}/draft`],
    'publish the draft': ['POST', `${template}/draft/publish`, { session }],
    restore: ['POST', `${template}/versions/2/restore`],
    read: ['GET', template],
    compare: ['GET', `${template}/versions/2/diff?to=3`],
    variables: ['GET', `${template}/variables`],
    draw: ['POST', '/v1/template-preview/region', { design, region: { x: 0, y: 0, width: 9, height: 9 } }],
  }
}

test.each(Object.entries(stops))(
  'a large design with %s holds up no other request',
  { timeout: 600_000 },
  async (name, stop) => {
    const watch = watchThread()
    const fastest = new Map<string, number>()
    const design = largeDesign(name, stop)
    const isLong = () => [...fastest.values()].some((ms) => ms > MAX_MS)
    for (let time = 0; time === 0 || (time < TIMES && isLong()); time++) {
      const { id } = await app.client.templates.create({ body: { design: { ...design, layers: [] } } })
      for (const [what, [method, target, body]] of Object.entries(requestsWith(id, design))) {
        const headers = { authorization: `Bearer ${adminKey}`, ...(body && { 'content-type': 'application/json' }) }
        const bytes = body ? Buffer.from(JSON.stringify(body)) : null
        const slow = slowness()
        watch.takeLongestMs()
        const answer = await sender.send({ method, target, headers, body: bytes })
        const ms = watch.takeLongestMs() / slow
        expect([what, answer.status, answer.text]).toEqual([what, expect.toBeOneOf([200, 201]), expect.anything()])
        fastest.set(what, Math.min(fastest.get(what) ?? Number.POSITIVE_INFINITY, ms))
      }
    }
    watch.stop()
    expect([...fastest].filter(([, ms]) => ms > MAX_MS)).toEqual([])
  },
)
