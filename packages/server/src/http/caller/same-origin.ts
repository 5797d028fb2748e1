import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'

type Sender = 'our page' | 'another page' | 'unknown'

/** Whose page sent the call, as the browser says; programs say nothing. */
function senderOf(request: FastifyRequest, publicUrl: string): Sender {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) return site === 'same-origin' ? 'our page' : 'another page'
  if (origin === undefined) return 'unknown'
  if (!URL.canParse(origin)) return 'another page'
  const isOurs = new URL(origin).host === request.host || origin === new URL(publicUrl).origin
  return isOurs ? 'our page' : 'another page'
}

const refuse = () =>
  new AppError(
    'forbidden',
    'This request came from another site, or has no Sec-Fetch-Site or Origin header. With a session, only pages of Pictable may make changes. Programs use an API key.',
  )

/** What goes along with a cookie must come from a page of ours. @throws AppError `forbidden` */
export function requireOurPage(request: FastifyRequest, publicUrl: string): void {
  if (senderOf(request, publicUrl) !== 'our page') throw refuse()
}

/** The page of another site logs no one in as someone else. @throws AppError `forbidden` */
export function refuseForeignPage(request: FastifyRequest, publicUrl: string): void {
  if (senderOf(request, publicUrl) === 'another page') throw refuse()
}
