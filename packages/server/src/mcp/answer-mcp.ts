import { createMcpHandler } from '@modelcontextprotocol/server'
import { ApiError, createClient } from '@pictable/client'
import { createMcpServer } from './mcp-server.ts'

interface McpCall {
  request: Request
  /** Calls the API of this server in the name of whoever called. */
  fetch: typeof globalThis.fetch
}

/** Answers a call of `/mcp`, each by itself: nothing is kept between them. Who may not call is told so by the API. */
export async function answerMcp({ request, fetch }: McpCall, version: string): Promise<Response> {
  const client = createClient({ baseUrl: 'http://localhost', fetch })
  try {
    const user = await client.me.get()
    const handler = createMcpHandler(() => createMcpServer(client, { user, version }))
    return await handler.fetch(request)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { problem, status } = error
    return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } })
  }
}
