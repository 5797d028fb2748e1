import { contract } from '@pictable/client'
import type { FormTextName } from '@pictable/model/form-texts/fill'
import { formTextFor } from '@pictable/model/form-texts/texts'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { openFormOrNull } from '#core/form/open-form.ts'
import { previewForm } from '#core/form/preview-form.ts'
import { outcomeOf } from '#core/form/submission-outcome.ts'
import { submitForm } from '#core/form/submit-form.ts'
import { uploadPicture } from '#core/form/upload-picture.ts'
import type { Form } from '#core/ports/data/forms.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { closedPage, formPage, missingPage } from '#http/answers/form-page.ts'
import type { Admit } from '#http/endpoint/endpoint-call.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { networkCaller, type RateLimit, takeCall } from '#http/endpoint/rate-limit.ts'
import { presentSubmission } from '#http/present/form.ts'

/** Guesses at links, by network. */
const guesses = { perMinute: 300, burst: 100 }
/** What a visitor's page calls: a preview after each pause in typing. */
const calls = { perMinute: 120, burst: 90 }
const uploads = { perMinute: 20, burst: 20 }
/** Uploads of a form in a day, for each submission that it allows. */
const UPLOADS_PER_SUBMISSION = 10

const paramsSchema = z.object({ token: z.string() })

const formAt = ({ data, digest }: Pick<World, 'data' | 'digest'>, token: string) =>
  data.forms.findByToken(digest.sha256(token))

interface Visit {
  form: Form
  address: string
}

/** Each form has budgets of its own: a school whose pupils share an address fills in more than one. */
const visitorOf = (world: Pick<World, 'digest'>, kind: string, { form, address }: Visit) =>
  `${networkCaller(world, `form-${kind}`, address)}:${form.id}`

/** What visitors read when they are at a limit. */
const limitTexts = {
  calls: 'busy',
  uploads: 'too_many_uploads',
  submissions: 'too_often',
} as const satisfies Record<string, FormTextName>

/** @throws AppError `rate_limited` in words for visitors */
async function takeOf(world: World, visit: Visit, [kind, limit]: [keyof typeof limitTexts, RateLimit]): Promise<void> {
  try {
    await takeCall(world, visitorOf(world, kind, visit), limit)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
    const wait = error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }
    throw new AppError('rate_limited', formTextFor(visit.form.language)(limitTexts[kind]), wait)
  }
}

/** Refuses links that lead nowhere, before the body is read, and limits visitors by where they come from. */
const admitVisitor: Admit = async (world, { params, address }) => {
  const form = await formAt(world, paramsSchema.parse(params).token)
  if (form !== null) return takeOf(world, { form, address }, ['calls', calls])
  await takeCall(world, networkCaller(world, 'form', address), guesses)
  throw new AppError('not_found', 'This form does not exist, or has a new link.')
}

const openedForm = async (world: World, token: string) => found(await formAt(world, token), 'form', 'with this link')

const html = { contentType: 'text/html; charset=utf-8' } as const

const { page, ...calledByPage } = contract.formLinks

const pages = handlers({ page })({
  page: async ({ world, params, client, headers, server }) => {
    const form = await formAt(world, params.token)
    if (form === null) {
      await takeCall(world, networkCaller(world, 'form', client.address), guesses)
      return { status: 404, ...html, ...missingPage(server.forms, headers['accept-language'] ?? '') }
    }
    await takeOf(world, { form, address: client.address }, ['calls', calls])
    const open = await openFormOrNull(world, form)
    if (open === null) return { status: 410, ...html, ...closedPage(server.forms, form) }
    return { status: 200, ...html, ...formPage(world, server.forms, open) }
  },
})

const answering = handlers(
  calledByPage,
  admitVisitor,
)({
  upload: async ({ world, params, client, body, signal, server }) => {
    const form = await openedForm(world, params.token)
    await takeOf(world, { form, address: client.address }, ['uploads', uploads])
    const perDay = form.submissionsPerDay * UPLOADS_PER_SUBMISSION
    const taken = await world.data.callCounts.take(`${form.id}.uploads`, {
      at: world.clock.now(),
      perDay,
      perMonth: null,
    })
    if (taken === null) throw new AppError('rate_limited', formTextFor(form.language)('too_many_uploads'))
    const { id } = await server.forms.gate.run(() => uploadPicture(world, form, { bytes: body, signal }), signal)
    return { status: 201, body: { id } }
  },
  preview: async ({ world, params, body, signal, server }) => {
    const form = await openedForm(world, params.token)
    const request = { given: body.answers, signal }
    const { bytes } = await server.forms.gate.run(() => previewForm(world, form, request), signal)
    return { status: 200, body: bytes, contentType: 'image/webp' }
  },
  submit: async ({ world, params, client, body }) => {
    const form = await openedForm(world, params.token)
    const limit = { perMinute: form.submissionsPerHour / 60, burst: form.submissionsPerHour }
    const admit = () => takeOf(world, { form, address: client.address }, ['submissions', limit])
    const submission = await submitForm(world, form, { given: body.answers, admit })
    const pending = { state: 'pending', message: null, images: [] } as const
    return {
      status: 201,
      body: presentSubmission(world, submission, pending),
      headers: { location: `/f/${params.token}/submissions/${submission.id}` },
    }
  },
  submission: async ({ world, params }) => {
    const form = await openedForm(world, params.token)
    const submission = found(await world.data.forms.submission(form.id, params.id), 'submission', params.id)
    return { status: 200, body: presentSubmission(world, submission, await outcomeOf(world, form, submission)) }
  },
})

export const formLinks = [...pages, ...answering]
