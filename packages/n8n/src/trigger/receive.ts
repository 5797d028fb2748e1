import { verify } from '@pictable/client/verify'
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow'

/** Answered to Pictable, which shows it in the log of the delivery and tries again later. */
function reject(context: IWebhookFunctions, status: number, reason: string): IWebhookResponseData {
  context.logger.warn(`The trigger "${context.getNode().name}" rejected a request: ${reason}`)
  context.getResponseObject().status(status).json({ message: reason })
  return { noWebhookResponse: true }
}

/** `receive()` starts the workflow with an event, if it was signed by Pictable with the secret of this webhook just now. */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
  const { webhookSecret } = this.getWorkflowStaticData('node')
  if (typeof webhookSecret !== 'string' || webhookSecret === '') {
    return reject(this, 503, 'n8n has no secret for this webhook. Switch the workflow off and on again')
  }
  const request = this.getRequestObject()
  try {
    if (!request.rawBody) await request.readRawBody()
    const event = await verify({ body: request.rawBody, headers: request.headers, secret: webhookSecret })
    return { workflowData: [[{ json: { ...event } }]] }
  } catch (error) {
    return reject(this, 400, error instanceof Error ? error.message : 'The request is not signed')
  }
}
