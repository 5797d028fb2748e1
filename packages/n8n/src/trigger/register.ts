import { type IDataObject, type IHookFunctions, NodeApiError } from 'n8n-workflow'
import type { Webhook, WebhookWithSecret } from '#n8n/api/answers.ts'
import { callApi, listAll, serverUrl } from '#n8n/api/call-api.ts'
import { createFailure, isNotFound } from '#n8n/api/failure.ts'

/** What n8n keeps of the webhook, beside the workflow. */
interface Registration {
  id: string
  secret: string
}

interface Wanted {
  name: string
  url: string
  events: string[]
  /** null for all. */
  actions: string[] | null
}

function registrationOf({ webhookId, webhookSecret }: IDataObject): Registration | null {
  if (typeof webhookId !== 'string' || typeof webhookSecret !== 'string') return null
  return { id: webhookId, secret: webhookSecret }
}

function keep(data: IDataObject, { id, secret }: WebhookWithSecret): void {
  data.webhookId = id
  data.webhookSecret = secret
}

function forget(data: IDataObject): void {
  delete data.webhookId
  delete data.webhookSecret
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function wantedOf(context: IHookFunctions): Wanted {
  const actions = textsIn(context.getNodeParameter('actions', []))
  return {
    name: `n8n: ${context.getWorkflow().name ?? 'workflow'}`.slice(0, 200),
    url: context.getNodeWebhookUrl('default') ?? '',
    events: textsIn(context.getNodeParameter('events')),
    actions: actions.length > 0 ? actions : null,
  }
}

const sorted = (list: readonly string[] | null) => JSON.stringify(list?.toSorted() ?? null)

/** Whether it sends what the node asks for, and is not paused. */
function isAsWanted(webhook: Webhook, { url, events, actions }: Wanted): boolean {
  const isSame = sorted(webhook.events) === sorted(events) && sorted(webhook.actions) === sorted(actions)
  return webhook.url === url && webhook.active && isSame
}

async function readWebhook(context: IHookFunctions, id: string): Promise<Webhook | null> {
  return callApi<Webhook>(context, { method: 'GET', path: `/v1/webhooks/${id}` }).catch((error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  })
}

export async function checkExists(this: IHookFunctions): Promise<boolean> {
  const registration = registrationOf(this.getWorkflowStaticData('node'))
  const webhook = registration && (await readWebhook(this, registration.id))
  return webhook !== null && isAsWanted(webhook, wantedOf(this))
}

/**
 * Only a webhook with this very URL is taken over: one with another URL may belong to the workflow of which this is a
 * copy.
 */
async function findByUrl(context: IHookFunctions, url: string): Promise<Webhook | undefined> {
  const webhooks = await listAll<Webhook>(context, { path: '/v1/webhooks' })
  return webhooks.find((webhook) => webhook.url === url)
}

/** The API says which URLs it rejects; which setting of n8n makes them is what a user has to know. */
async function explain(context: IHookFunctions, error: unknown, { url }: Wanted): Promise<unknown> {
  if (!(error instanceof NodeApiError) || !/^url: /m.test(error.description ?? '')) return error
  const about = { node: context.getNode(), url: await serverUrl(context), itemIndex: undefined }
  const description = `${error.description}\nThe URL comes from n8n: set WEBHOOK_URL of n8n to its public https URL. In a private network, set PICTABLE_WEBHOOKS_ALLOW_HTTP and PICTABLE_EGRESS_ALLOW of Pictable.`
  return createFailure(about, { message: `Pictable rejected the webhook URL ${url}`, description, statusCode: 400 })
}

/** Changes the webhook that exists, so that its waiting deliveries arrive, or creates one. */
export async function create(this: IHookFunctions): Promise<boolean> {
  const data = this.getWorkflowStaticData('node')
  const registration = registrationOf(data)
  const wanted = wantedOf(this)
  const found = await findByUrl(this, wanted.url)
  const secret = found && registration?.id === found.id ? registration.secret : 'generate'
  const body = { ...wanted, secret, active: true }
  const request = found
    ? ({ method: 'PATCH', path: `/v1/webhooks/${found.id}`, body } as const)
    : ({ method: 'POST', path: '/v1/webhooks', body } as const)
  const webhook = await callApi<WebhookWithSecret>(this, request).catch(async (error: unknown) => {
    throw await explain(this, error, wanted)
  })
  keep(data, { ...webhook, secret: secret === 'generate' ? webhook.secret : secret })
  return true
}

/** An error is not thrown: n8n would keep the other triggers of the workflow. The next activation finds the webhook again. */
export async function remove(this: IHookFunctions): Promise<boolean> {
  const data = this.getWorkflowStaticData('node')
  const registration = registrationOf(data)
  if (registration === null) return true
  try {
    await callApi(this, { method: 'DELETE', path: `/v1/webhooks/${registration.id}` })
  } catch (error) {
    if (!isNotFound(error)) {
      const reason = error instanceof Error ? error.message : String(error)
      this.logger.warn(`The webhook ${registration.id} was not deleted in Pictable, delete it there: ${reason}`)
      return false
    }
  }
  forget(data)
  return true
}
