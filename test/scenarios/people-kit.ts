import { createLink } from '@pictable/server/core/access/login-link.ts'
import { z } from 'zod'
import { startApp, type TestAnswer, type TestApp } from '#test/start-app.ts'

export const password = 'four words of my own'

/** A browser at an address of its own, with its cookies, on our pages. */
export interface Browser {
  cookie: string
  /** Where it calls from. */
  address: string
  /** Headers that are empty are not sent. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
}

export interface PeopleApp extends TestApp {
  browser(): Browser
  /** Sets up the first owner. */
  setUp(email: string): Promise<Browser>
  /** Invites somebody, and lets them in. */
  join(owner: Browser, role: 'owner' | 'editor' | 'viewer'): Promise<Browser & { id: string; email: string }>
}

export const withId = z.looseObject({ id: z.string() })
const withLink = z.looseObject({ id: z.string(), link: z.string() })

export const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

/** The link of an answer that has one. */
export const linkIn = ({ json }: TestAnswer) => withLink.parse(json)

let people = 0

/** `startPeopleApp()` starts the server behind a proxy, so that everybody comes from somewhere else. */
export async function startPeopleApp(): Promise<PeopleApp> {
  const app = await startApp({ trustedProxies: ['127.0.0.1'] })
  function browser(): Browser {
    people += 1
    const one: Browser = {
      cookie: '',
      address: `203.0.113.${people}`,
      async request(method, path, body, headers = {}) {
        const usual = { 'x-forwarded-for': one.address, 'sec-fetch-site': 'same-origin', 'user-agent': 'Testfox' }
        const all = Object.entries({ ...usual, cookie: one.cookie, ...headers })
        const sent = Object.fromEntries(all.filter(([, value]) => value !== ''))
        const answer = await app.request(method, path, { key: null, body, headers: sent })
        const [set] = answer.headers.getSetCookie()
        if (set !== undefined) one.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '')
        return answer
      },
    }
    return one
  }
  return {
    ...app,
    browser,
    async setUp(email) {
      const owner = browser()
      const token = tokenOf((await createLink(app.world, null)).url)
      const made = await owner.request('POST', '/v1/setup', { token, email, name: 'Olga', password })
      if (made.status !== 201) throw new Error(made.text)
      return owner
    },
    async join(owner, role) {
      const one = browser()
      const email = `${role}${people}@example.com`
      const invited = linkIn(await owner.request('POST', '/v1/users', { email, name: `A ${role}`, role }))
      const joined = await one.request('POST', '/v1/links/redeem', { token: tokenOf(invited.link), password })
      if (joined.status !== 201) throw new Error(joined.text)
      return Object.assign(one, { id: invited.id, email })
    },
  }
}
