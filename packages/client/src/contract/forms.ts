import { formDefaults, MAX_UPLOAD_BYTES, questionKinds, submissionStates, uploadTypes } from '@pictable/model/form'
import { formLanguages } from '@pictable/model/form-texts/languages'
import { imageFormats as stillFormats } from '@pictable/model/image'
import { templateValue } from '@pictable/model/value'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fileFormat, idParams, idText, imageFormats, listOf, pageQuery, pathId, time } from './primitives.ts'

const line = (most: number) => z.string().trim().min(1).max(most)

/** As CSP has it: a scheme and a host, whose first label may be `*`. */
const origin = z
  .string()
  .max(300)
  .regex(
    /^(https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+|http:\/\/(localhost|127\.0\.0\.1)|https:\/\/localhost)(:\d{1,5})?$/,
    'must be an origin such as https://example.com, in lower case and without a path',
  )

const variable = z.string().min(1).max(200).meta({ description: 'Name of the variable in the template' })

const questionFacts = {
  variable,
  kind: z.enum(questionKinds).meta({
    description: '`image` is an upload: PNG, JPEG, WebP, GIF or AVIF, at most 10 MB and 50 million pixels',
  }),
  label: line(200),
}

const question = z
  .strictObject({
    ...questionFacts,
    help: z.string().trim().max(500).nullable().default(null),
    required: z.boolean().default(true),
    default: z
      .union([z.string().max(5000), z.number(), z.boolean()])
      .nullable()
      .default(null)
      .meta({ description: 'The answer until a visitor changes it' }),
    max_length: z.int().min(1).max(5000).nullable().default(null).meta({
      description: 'Of a text, in characters. Default: 500, and 5,000 for a long text',
    }),
    min: z.number().nullable().default(null).meta({ description: 'Of a number' }),
    max: z.number().nullable().default(null),
    choices: z.array(line(200)).max(200).default([]).meta({ description: 'Of a choice: at least one' }),
    field: z.string().min(1).max(200).nullable().default(null).meta({
      description:
        'Name or id of the field of the table that gets the answer. Default: the answer is not stored in the table',
    }),
  })
  .meta({ id: 'FormQuestionSettings' })

const shownQuestion = z
  .strictObject({
    ...questionFacts,
    help: z.string().nullable(),
    required: z.boolean(),
    default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    max_length: z.int().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    choices: z.array(z.string()),
    field: z.string().nullable().meta({ description: 'Id of the field' }),
  })
  .meta({ id: 'FormQuestion', description: 'What a form asks for; fills one variable of the template' })

/** Settings of a form, which a change may leave out. */
const settings = {
  title: line(200),
  intro: z.string().trim().max(2000).meta({ description: 'Text below the title' }),
  questions: z.array(question).min(1).max(50),
  values: z
    .record(z.string(), templateValue)
    .meta({ description: 'Values of variables that visitors are not asked for. They are not sent to visitors' }),
  formats: imageFormats.meta({ description: 'Formats of the image. With an action, its outputs decide instead' }),
  table_id: idText
    .nullable()
    .meta({ description: 'Built-in table that gets a row for each submission. null: no row is added' }),
  action_id: idText.nullable().meta({
    description:
      'Action that reads this table. It runs for the new row, so its outputs, write-back and webhooks apply. null: the form renders the image itself',
  }),
  enabled: z.boolean().meta({ description: 'A disabled form shows that it is closed' }),
  frame_ancestors: z.array(origin).max(20).meta({
    description:
      'Origins whose pages can embed the form as an iframe, such as `https://example.com` or `https://*.example.com`. Empty: no page can',
  }),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?$/, 'must be a language tag such as en, ar or pt-BR')
    .meta({
      description: `Language of the texts of the form, which sets the direction of the page. What the page says itself is in this language, too, when it is one of ${formLanguages.join(', ')}; else in English`,
    }),
  submit_label: z
    .string()
    .trim()
    .max(60)
    .meta({ description: 'Text of the button. Empty: “Create image”, in the language of the form' }),
  thanks: z.string().trim().max(1000).meta({ description: 'Text after the submission' }),
  submissions_per_hour: z
    .int()
    .min(1)
    .max(10_000)
    .meta({ description: 'Limit of submissions per IP address (of IPv6, per /64 network)' }),
  submissions_per_day: z
    .int()
    .min(1)
    .max(1_000_000)
    .meta({ description: 'Limit of submissions of the form, by the day of UTC' }),
}

const defaults = {
  intro: settings.intro.default(''),
  values: settings.values.default({}),
  formats: settings.formats.default(['png']),
  table_id: settings.table_id.default(null),
  action_id: settings.action_id.default(null),
  enabled: settings.enabled.default(true),
  frame_ancestors: settings.frame_ancestors.default([]),
  language: settings.language.default(formDefaults.language),
  submit_label: settings.submit_label.default(''),
  thanks: settings.thanks.default(''),
  submissions_per_hour: settings.submissions_per_hour.default(formDefaults.submissionsPerHour),
  submissions_per_day: settings.submissions_per_day.default(formDefaults.submissionsPerDay),
}

const changes = Object.fromEntries(
  Object.entries(settings).map(([name, schema]) => [name, schema.exactOptional()]),
) as { [Name in keyof typeof settings]: z.ZodExactOptional<(typeof settings)[Name]> }

const form = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    intro: z.string(),
    template_id: z.string(),
    questions: z.array(shownQuestion),
    values: settings.values,
    formats: z.array(z.enum(stillFormats)),
    table_id: z.string().nullable(),
    action_id: z.string().nullable(),
    enabled: z.boolean(),
    frame_ancestors: z.array(z.string()),
    language: z.string(),
    submit_label: z.string(),
    thanks: z.string(),
    submissions_per_hour: z.int(),
    submissions_per_day: z.int(),
    url: z.string().nullable().meta({
      description: 'Link of the form. Anyone with the link can submit it. Only for keys with the scope `write`',
    }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why visitors cannot submit the form now, and what to do. null: they can' }),
    submission_count: z.int(),
    last_submission_at: time.nullable(),
    revision: z.int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Form' })

export const forms = {
  list: endpoint({
    name: 'forms-list',
    method: 'GET',
    path: '/v1/forms',
    summary: 'List forms, newest first',
    scope: 'read',
    query: z.strictObject({ ...pageQuery, template_id: idText.exactOptional() }),
    answers: { 200: listOf(form) },
    errors: [],
  }),
  create: endpoint({
    name: 'forms-create',
    method: 'POST',
    path: '/v1/forms',
    summary: 'Create a form: a link that asks for values of a template',
    description:
      'Visitors need no account. The page previews the image while they type. The template must be published; each submission uses its published version.',
    scope: 'write',
    body: z
      .strictObject({ template_id: idText, title: settings.title, questions: settings.questions, ...defaults })
      .meta({
        id: 'FormCreate',
        examples: [
          {
            template_id: 'tpl_01jd3v',
            title: 'Your badge',
            questions: [
              { variable: 'name', kind: 'text', label: 'Name', max_length: 40 },
              { variable: 'photo', kind: 'image', label: 'Photo', required: false },
            ],
          },
        ],
      }),
    answers: { 201: form },
    headers: { Location: 'The new form' },
    errors: ['conflict'],
  }),
  get: endpoint({
    name: 'forms-get',
    method: 'GET',
    path: '/v1/forms/:id',
    summary: 'Retrieve a form',
    scope: 'read',
    params: idParams,
    answers: { 200: form },
    errors: ['not_found'],
  }),
  update: endpoint({
    name: 'forms-update',
    method: 'PATCH',
    path: '/v1/forms/:id',
    summary: 'Update, disable or enable a form',
    scope: 'write',
    params: idParams,
    body: z.strictObject(changes).meta({ id: 'FormUpdate', examples: [{ enabled: false }] }),
    answers: { 200: form },
    errors: ['not_found', 'conflict'],
    ifMatch: true,
  }),
  delete: endpoint({
    name: 'forms-delete',
    method: 'DELETE',
    path: '/v1/forms/:id',
    summary: 'Delete a form: its link stops working. Rows and images are not deleted',
    scope: 'write',
    params: idParams,
    answers: { 204: null },
    errors: ['not_found'],
  }),
  rotate: endpoint({
    name: 'forms-rotate',
    method: 'POST',
    path: '/v1/forms/:id/rotate',
    summary: 'Replace the link of a form: the old link stops working',
    scope: 'write',
    params: idParams,
    answers: { 200: form },
    errors: ['not_found', 'precondition_failed'],
  }),
}

const token = z.string().regex(/^[0-9a-z]{32}$/)
const htmlPage = ['text/html; charset=utf-8'] as const
const link = { scope: null, params: z.strictObject({ token }) } as const

const answers = z
  .record(z.string().regex(/^[0-9a-f]{12}$/), z.union([z.string().max(10_000), z.number(), z.boolean()]).nullable())
  .meta({
    description: 'By the id of the question, which the page contains. An image is answered by the id of its upload',
  })

const answered = z
  .strictObject({ answers })
  .meta({ id: 'FormAnswers', examples: [{ answers: { '2c26b46b68ff': 'Ada' } }] })

const submission = z
  .strictObject({
    id: z.string(),
    state: z.enum(submissionStates),
    row_added: z.boolean(),
    message: z.string().nullable().meta({ description: 'Why there is no image' }),
    images: z.array(
      z.strictObject({ name: z.string(), format: fileFormat, width: z.int(), height: z.int(), url: z.string() }),
    ),
  })
  .meta({ id: 'FormSubmission' })

export const formLinks = {
  page: endpoint({
    name: 'form-links-page',
    method: 'GET',
    path: '/f/:token',
    summary: 'Open the page of a form',
    description: 'A link that leads nowhere answers 404 and a closed form 410, both with a page.',
    ...link,
    // Of a link that is wrong there is a page too.
    params: z.strictObject({ token: z.string().min(1).max(200) }),
    ignoresQuery: true,
    answers: { 200: { raw: htmlPage }, 404: { raw: htmlPage }, 410: { raw: htmlPage } },
    errors: ['rate_limited'],
  }),
  upload: endpoint({
    name: 'form-links-upload',
    method: 'POST',
    path: '/f/:token/uploads',
    summary: 'Upload a picture for a question of a form',
    description: 'At most 10 MB. It is deleted after a day unless the form is submitted with it.',
    ...link,
    body: { raw: [...uploadTypes] },
    maxBodyBytes: MAX_UPLOAD_BYTES,
    answers: { 201: z.strictObject({ id: z.string() }).meta({ id: 'FormUpload' }) },
    errors: ['not_found', 'conflict', 'rate_limited', 'storage_unavailable', 'image_failed'],
  }),
  preview: endpoint({
    name: 'form-links-preview',
    method: 'POST',
    path: '/f/:token/preview',
    summary: 'Preview the image of a form without storing it',
    description: 'At most 800 pixels wide and high. Questions without an answer show their label.',
    ...link,
    body: answered,
    answers: { 200: { raw: ['image/webp'] } },
    errors: ['not_found', 'conflict', 'rate_limited', 'image_failed', 'render_timeout'],
    changesNothing: true,
  }),
  submit: endpoint({
    name: 'form-links-submit',
    method: 'POST',
    path: '/f/:token/submissions',
    summary: 'Submit a form',
    description: 'Send an `Idempotency-Key`, so that a repeat adds no second row.',
    ...link,
    body: answered,
    answers: { 201: submission },
    headers: { Location: 'The submission' },
    errors: ['not_found', 'conflict', 'rate_limited', 'storage_unavailable'],
  }),
  submission: endpoint({
    name: 'form-links-submission',
    method: 'GET',
    path: '/f/:token/submissions/:id',
    summary: 'Retrieve what became of a submission',
    description: 'For 30 days.',
    ...link,
    params: z.strictObject({ token, id: pathId }),
    answers: { 200: submission },
    errors: ['not_found', 'rate_limited'],
  }),
}
