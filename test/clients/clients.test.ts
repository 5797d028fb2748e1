import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, sharedBrowser } from '#test/browser/chromium.ts'
import { type ClientsWorld, nodeOfMachine, startClientsWorld } from './clients-world.ts'
import { expected } from './expected.ts'
import { startSameOrigin } from './same-origin.ts'

let world: ClientsWorld

beforeAll(async () => {
  world = await startClientsWorld()
})

afterAll(() => world.close())

describe('@pictable/client, packed and installed in an empty folder, renders, runs, signs and verifies', () => {
  test('in the Node of the project', async () => {
    expect(await world.exerciseBy(process.execPath)).toEqual(expected)
  })

  test('in the Node of the machine, which is 20 where everything is tested', async () => {
    const { path, major } = nodeOfMachine() ?? { path: process.execPath, major: 24 }
    if (process.env.CI === 'true') expect(major).toBeLessThan(24)
    expect(await world.exerciseBy(path)).toEqual(expected)
  })
})

describe.skipIf(chromiumPath === undefined)('@pictable/client/standalone in a browser', () => {
  let site: Awaited<ReturnType<typeof startSameOrigin>>
  let page: Page

  beforeAll(async () => {
    const standalone = join(world.user, 'node_modules/@pictable/client/dist/standalone.js')
    site = await startSameOrigin({ url: world.url, apiKey: world.apiKey, standalone })
    page = await (await sharedBrowser()).newPage()
    await page.goto(site.url)
  })

  afterAll(async () => {
    await page?.close()
    await site?.close()
  })

  test('does the same in a page, through its own origin and without the key', async () => {
    await page.addScriptTag({ type: 'module', url: '/page.js' })
    await expect.poll(() => page.evaluate('globalThis.result')).toEqual(expected)
  })

  test('does the same in a module worker', async () => {
    const result = await page.evaluate(`new Promise((resolve) => {
      const worker = new Worker('/page.js', { type: 'module' })
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => resolve(message)
    })`)
    expect(result).toEqual(expected)
  })

  test('cannot call a server of another origin: browsers block it, as the README says', async () => {
    const refused = page.evaluate(`import('/client.js').then(({ createClient }) =>
      createClient({ baseUrl: '${world.url}', apiKey: '${world.apiKey}' }).actions.list())`)
    await expect(refused).rejects.toThrow(/Failed to fetch/)
  })
})
