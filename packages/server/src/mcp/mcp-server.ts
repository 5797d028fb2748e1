import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { Client } from '@pictable/client'
import { allows, type Scope } from '@pictable/model/access'
import { z } from 'zod'
import { sayError } from '#server/template-command/remote.ts'
import type { Schema, Tool } from './tool.ts'
import { tools } from './tools.ts'

/** Who uses the tools, as `GET /v1/me` tells it. */
export interface User {
  scopes: readonly Scope[]
  action_ids: readonly string[] | null
}

const instructions = `Pictable turns the records of a table into images. A template is a design with fields; an action ties a template to a table;
a run renders one image per record.
To make a template: design_reference, then write the design, then design_check until it has no warnings, then templates_create with publish: true.
To render a few images without a table: images_create with template_id and values, or image_batches_create.
To render a table: connections_list (or tables_create, tables_add_rows and connections_create with source "table"), connections_fields,
actions_create, actions_run, then runs_wait, which shows images and the reasons of failures with what to do.
Errors name the place and the fix: correct the input and call again.`

/** The API checks the input, and names every mistake with its place: checking it here would only be a second voice. */
const unchecked = (input: Schema): StandardSchemaWithJSON<Record<string, unknown>> => ({
  '~standard': {
    version: 1,
    vendor: 'pictable',
    validate: (value) => {
      const { data, success } = z.record(z.string(), z.unknown()).safeParse(value ?? {})
      return success ? { value: data } : { issues: [{ message: 'must be an object' }] }
    },
    jsonSchema: { input: () => ({ ...input }), output: () => ({ ...input }) },
  },
})

/** What failed, where, and what to do, for a model that tries again. @throws what is no refusal */
function refusal(error: unknown): string {
  if (error instanceof z.ZodError) {
    const places = error.issues.map(({ path, message }) => `\n  /${path.join('/')} ${message}`)
    return `the input does not fit:${places.join('')}`
  }
  const said = sayError(error)
  if (said === null) throw error
  return said
}

const mayUse = ({ scopes, action_ids: limited }: User, { scope, isForLimitedKeys }: Tool) =>
  (scope === null || allows(scopes, scope)) && (limited === null || isForLimitedKeys)

/** A server of the Model Context Protocol with the tools that the key allows. */
export function createMcpServer(client: Client, { user, version }: { user: User; version: string }): McpServer {
  const server = new McpServer({ name: 'pictable', title: 'Pictable', version }, { instructions })
  for (const tool of tools.filter((each) => mayUse(user, each))) {
    const { name, title, description, annotations } = tool
    const config = { title, description, annotations: { title, ...annotations }, inputSchema: unchecked(tool.input) }
    server.registerTool(name, config, async (input, { mcpReq }) => {
      try {
        return { content: [...(await tool.call(client, input, mcpReq.signal))] }
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: refusal(error) }] }
      }
    })
  }
  return server
}
