import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { checkHook } from '#core/trigger/receive-hook.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { admitCall } from '#http/endpoint/limit-hook.ts'
import { triggerSignal } from '#http/feed/trigger-signal.ts'

function page(text: string): Uint8Array {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width"><title>Pictable</title><p>${text}</p></html>`
  return new TextEncoder().encode(html)
}

/** What a browser fetches before anybody has clicked fires nothing. */
const isPrefetch = (headers: Readonly<Record<string, string>>) =>
  /prefetch|prerender/i.test(`${headers['sec-purpose']} ${headers.purpose} ${headers['x-purpose']}`)

export const hooks = handlers(
  contract.hooks,
  admitCall,
)({
  open: async ({ world, params, query, headers, isHead, server }) => {
    if (isPrefetch(headers)) throw new AppError('conflict', 'This URL starts a run, so it cannot be prefetched.')
    const recordIds = query.record_id === undefined ? [] : [query.record_id]
    const request = { headers, body: new Uint8Array(), query: { recordIds }, signal: triggerSignal() }
    // Link checkers and previews of chats send HEAD, which is safe (RFC 9110, 9.2.1).
    if (isHead) await checkHook(world, params.token)
    else await server.receiveHook(world, params.token, request)
    const what = query.record_id === undefined ? 'The images of the view' : 'The image of the record'
    const text = `${what} will be ready in a moment. You can close this page.`
    return { status: 200, body: page(text), contentType: 'text/html', headers: { 'cache-control': 'no-store' } }
  },
  call: async ({ world, params, query, headers, body, server }) => {
    const recordIds = query.record_id === undefined ? [] : [query.record_id]
    const request = { headers, body, query: { recordIds }, signal: triggerSignal() }
    const run = await server.receiveHook(world, params.token, request)
    return { status: 200, body: { run_id: run?.id ?? null } }
  },
})
