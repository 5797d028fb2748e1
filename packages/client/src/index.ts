export { passwordLength, type Scope } from '@pictable/model/access'
export { ApiError } from './api-error.ts'
export type { Call, CallAnswer, CallInput, CallOptions, StreamOptions } from './call.ts'
export { type Endpoint, isRaw, type Raw } from './contract/endpoint.ts'
export { type Contract, contract, endpoints } from './contract/index.ts'
export { type Problem, problem } from './contract/primitives.ts'
export { deliveryHeaders, webhookEvents } from './contract/webhook-events.ts'
export { type Client, type ClientOptions, createClient } from './create-client.ts'
export { failureOf } from './failure-of.ts'
export { type ImageValues, type SignImageUrlOptions, signImageUrl } from './sign-image-url.ts'
export {
  type VerifyOptions,
  verify,
  type WebhookEvent,
  type WebhookVerificationCode,
  WebhookVerificationError,
} from './verify.ts'
