import { ApiError, type Client, createClient } from '@pictable/client'
import { parseTemplate, type Template } from '@pictable/renderer/template'
import { StartError } from '#core/start-error.ts'
import { type DesignFile, nameOf } from './design-file.ts'
import type { LockedServer } from './lock-file.ts'

/** Where the server is and who asks, from flags or the environment. */
export interface Access {
  url?: string
  key?: string
}

/** A server, for people at a terminal. */
export interface Remote {
  readonly url: string
  readonly client: Client
}

export type RemoteTemplate = Awaited<ReturnType<Client['templates']['list']>>['results'][number]

/** @throws StartError when there is no key */
export function openRemote({ url, key }: Access): Remote {
  const apiKey = key ?? process.env.PICTABLE_KEY
  if (apiKey === undefined || apiKey === '')
    throw new StartError('The API key is missing. Set PICTABLE_KEY to an API key of the server, or pass --key.')
  const baseUrl = (url ?? (process.env.PICTABLE_URL || 'http://127.0.0.1:4400')).replace(/(?<!\/)\/+$/, '')
  if (!URL.canParse(baseUrl)) throw new StartError(`"${baseUrl}" is not a URL such as https://pictable.example.com.`)
  return { url: baseUrl, client: createClient({ baseUrl, apiKey }) }
}

/** What an error of the server means to a person at a terminal; null for errors of our own. */
export function sayError(error: unknown): string | null {
  if (error instanceof StartError) return error.message
  if (error instanceof ApiError) {
    const places = error.problem.errors.map(({ pointer, detail }) => `\n  ${pointer} ${detail}`).join('')
    return `the server rejected the request (${error.status}): ${error.message}${places}`
  }
  if (error instanceof TypeError && error.message === 'fetch failed')
    return 'the server is unreachable. Check that it runs, and set PICTABLE_URL or pass --url.'
  return null
}

/** Every template of the server, newest first. */
export async function allTemplates({ client }: Remote): Promise<RemoteTemplate[]> {
  const found: RemoteTemplate[] = []
  for (let after: string | undefined; ; ) {
    const { results, next } = await client.templates.list({
      query: { limit: 100, ...(after !== undefined && { after }) },
    })
    found.push(...results)
    if (next === null) return found
    after = next
  }
}

/** The template of a file: the one that the lock file names, else the only one of the same name. @throws StartError when several have it */
export function templateOf(
  file: DesignFile,
  server: LockedServer,
  templates: readonly RemoteTemplate[],
): RemoteTemplate | undefined {
  const locked = server.templates[file.name]
  const known = templates.find(({ id }) => id === locked?.id)
  if (known) return known
  const taken = new Set(Object.values(server.templates).map(({ id }) => id))
  const name = nameOf(file)
  const [first, ...others] = templates.filter((template) => template.name === name && !taken.has(template.id))
  if (others.length === 0) return first
  const ids = [first, ...others].map((template) => template?.id).join(', ')
  throw new StartError(
    `${file.path}: ${others.length + 1} templates are named "${name}" (${ids}). Pull the one you mean: pictable template pull <id>`,
  )
}

/** The latest design of a template, and what an update must rely on. */
export async function latestOf({ client }: Remote, id: string): Promise<RemoteTemplate & { design: Template }> {
  const template = await client.templates.get({ params: { id } })
  return { ...template, design: parseTemplate(template.design) }
}
