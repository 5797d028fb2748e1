import { type CallToolResult, Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Scope } from '@pictable/model/access'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { pictable } from '#test/pictable-command.ts'
import { pictableProgram } from '#test/programs.ts'
import { quickFlags } from '#test/quick-flags.ts'
import { adminKey, startWholeApp, type WholeApp } from '#test/scenarios/whole-app.ts'

const linked = z.object({ id: z.string(), url: z.string() })
const titled = z.looseObject({ id: z.string() })
const checked = z.object({
  fields: z.array(z.string()),
  cases: z.array(
    z.object({ case: z.string(), picture: z.string(), warnings: z.array(z.looseObject({ message: z.string() })) }),
  ),
})
const ended = z.object({
  run: z.looseObject({ outcome: z.string(), rendered: z.number(), failed: z.number() }),
  failures: z.array(z.looseObject({ message: z.string() })),
})

let app: WholeApp

beforeAll(async () => {
  app = await startWholeApp()
})

afterAll(() => app.close())

async function keyOf(scope: Scope): Promise<string> {
  return (await app.client.apiKeys.create({ body: { name: `A ${scope} key`, scopes: [scope] } })).secret
}

async function overHttp(key: string): Promise<McpClient> {
  const client = new McpClient({ name: 'tests', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', app.url), { requestInit }))
  return client
}

async function overStdio(key: string): Promise<McpClient> {
  const client = new McpClient({ name: 'tests', version: '1.0.0' })
  const args = [...quickFlags, pictableProgram(), 'mcp']
  const env = { PATH: process.env.PATH ?? '', PICTABLE_URL: app.url, PICTABLE_KEY: key }
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  return client
}

const textOf = ({ content }: CallToolResult) =>
  content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')

/** How many pictures an answer shows, each a real one. */
function picturesOf({ content }: CallToolResult): number {
  const pictures = content.flatMap((part) => (part.type === 'image' ? part : []))
  for (const { mimeType, data } of pictures) {
    expect(mimeType).toMatch(/^image\/(png|jpeg|webp)$/)
    expect(Buffer.from(data, 'base64').length).toBeGreaterThan(200)
  }
  return pictures.length
}

function user(client: McpClient) {
  const call = (name: string, input: Record<string, unknown> = {}) => client.callTool({ name, arguments: input })
  return {
    call,
    async done<Answer>(schema: z.ZodType<Answer>, name: string, input: Record<string, unknown> = {}): Promise<Answer> {
      const answer = await call(name, input)
      expect(answer.isError, textOf(answer)).toBeFalsy()
      return schema.parse(JSON.parse(textOf(answer)))
    },
  }
}

const title = { type: 'text', name: 'title', x: 40, y: 40, width: 520, height: 90, fontSize: 60 }
const photo = { type: 'image', name: 'photo', x: 40, y: 150, width: 120, height: 120, src: { bind: 'Photo' } }
const design = (more: object) => ({
  ...{ schema: 1, width: 600, height: 315, background: '#ffffff' },
  layers: [{ ...title, text: { bind: 'Name' }, ...more }, photo],
})

const ways = [
  ['by HTTP', overHttp],
  ['on standard input and output', overStdio],
] as const

describe.each(ways)('an assistant %s', (_way, connect) => {
  test('makes a template from a description, renders three rows, and shows what failed', async () => {
    const client = await connect(adminKey)
    const { call, done } = user(client)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThanOrEqual(25)

    const reference = textOf(await call('design_reference', { types: ['text'] }))
    expect(reference).toContain('- fit: "overflow" | "shrink"')

    const values = { Name: 'Lamp' }
    const first = await call('design_check', { design: design({ fit: 'truncate' }), values })
    const { cases, fields } = checked.parse(JSON.parse(textOf(first)))
    expect(fields).toEqual(['Name', 'Photo'])
    expect(cases.map((each) => each.case)).toEqual(['the given values', 'long texts', 'empty texts'])
    expect(cases.find((each) => each.case === 'long texts')?.warnings[0]).toMatchObject({ layer: 'title' })
    expect(picturesOf(first)).toBe(3)

    const corrected = design({ fit: 'shrink', minFontSize: 8, wrap: 'word' })
    const template = await done(titled, 'templates_create', { name: 'Cards', design: corrected, publish: true })
    const table = await done(titled, 'tables_create', {
      name: 'Products',
      fields: [
        { name: 'Name', kind: 'text' },
        { name: 'Photo', kind: 'url' },
      ],
    })
    const rows = [{ Name: 'Lamp' }, { Name: 'Chair' }, { Name: 'Vase', Photo: 'http://127.0.0.1:9/gone.png' }]
    await done(z.unknown(), 'tables_add_rows', { id: table.id, rows })
    const connection = await done(titled, 'connections_create', { name: 'Ours', source: 'table', settings: {} })
    const action = await done(titled, 'actions_create', {
      ...{ title: 'Cards', template_id: template.id, connection_id: connection.id },
      ...{ base_id: 'built-in', table: table.id },
    })
    const run = await done(titled, 'actions_run', { id: action.id })
    const result = await call('runs_wait', { id: run.id })
    const { run: after, failures } = ended.parse(JSON.parse(textOf(result)))
    expect(after).toMatchObject({ outcome: 'completed_with_failures', rendered: 2, failed: 1 })
    expect(failures[0]?.message).toMatch(/127\.0\.0\.1/)
    expect(picturesOf(result)).toBe(2)

    const one = await call('images_create', { template_id: template.id, values: { Name: 'Teapot' } })
    expect(picturesOf(one)).toBe(1)

    const questions = [{ variable: 'Name', kind: 'text', label: 'Name' }]
    const form = await done(linked, 'forms_create', { template_id: template.id, title: 'Your card', questions })
    expect(await (await fetch(form.url)).text()).toContain('Your card')
    await done(z.unknown(), 'forms_update', { id: form.id, enabled: false })
    const renewed = await done(linked, 'forms_rotate', { id: form.id })
    expect((await fetch(form.url)).status).toBe(404)
    expect(await (await fetch(renewed.url)).text()).toContain('closed')
    await client.close()
  })
})

describe('an assistant', () => {
  test('is told what is wrong, where, and what to do', async () => {
    const client = await overHttp(adminKey)
    const { call } = user(client)
    const wrong = design({ fontSize: 'large', colour: 'red' })
    for (const [name, input, message] of [
      ['templates_create', { name: 'Cards', design: wrong }, /design\/layers\/0\/(fontSize|colour)/],
      ['templates_get', { id: 'tpl_nothing' }, /\(404\)/],
      ['templates_list', { limit: 1000 }, /limit/],
      ['templates_list', { sort: 'name' }, /sort/],
      ['runs_wait', { id: 'run_1', seconds: 900 }, /\/seconds/],
      ['images_create', {}, /\(400\)/],
    ] as const) {
      const answer = await call(name, input)
      expect(answer.isError, name).toBe(true)
      expect(textOf(answer)).toMatch(message)
    }
    await client.close()
  })

  test('has the tools that its key allows, and knows which ones destroy', async () => {
    const names = async (scope: Scope) => {
      const client = await overHttp(await keyOf(scope))
      const { tools } = await client.listTools()
      for (const { description, annotations, inputSchema } of tools) {
        expect(description).toBeTruthy()
        expect(inputSchema.type).toBe('object')
        if (scope === 'read') expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
      }
      await client.close()
      return tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)
    }
    expect(await names('read')).toEqual([])
    expect(await names('write')).toEqual(
      expect.arrayContaining([
        'templates_delete',
        'tables_delete_rows',
        'actions_delete',
        'runs_cancel',
        'forms_rotate',
      ]),
    )
  })
})

describe('a key that is wrong', () => {
  test('is refused by HTTP as by the API, and so is a call without one, or with the cookie of a person', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(new URL('/mcp', app.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
    for (const headers of [{}, { authorization: 'Bearer pk_wrong' }, { cookie: 'pictable_session=stolen' }]) {
      const answer = await ask(headers)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'unauthorized', detail: expect.stringMatching(/key/i) })
    }
    expect((await ask({ authorization: `Bearer ${adminKey}` })).status).toBe(200)
    expect((await fetch(new URL('/mcp', app.url), { headers: { authorization: `Bearer ${adminKey}` } })).status).toBe(
      405,
    )
  })

  test.each([
    ['', /PICTABLE_KEY/],
    ['pk_wrong', /unknown or revoked/],
  ])('ends the command with what to do: "%s"', async (key, message) => {
    const { code, said } = await pictable(['mcp'], { PICTABLE_URL: app.url, PICTABLE_KEY: key })
    expect(code).toBe(2)
    expect(said).toMatch(message)
  })

  test('of a server that is not there is told apart', async () => {
    const { code, said } = await pictable(['mcp'], { PICTABLE_URL: 'http://127.0.0.1:9', PICTABLE_KEY: adminKey })
    expect(code).toBe(2)
    expect(said).toMatch(/unreachable/)
  })
})
