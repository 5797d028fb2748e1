import { z } from 'zod'
import type { TestAnswer, TestApp } from '#test/start-app.ts'

export const badge = {
  schema: 1,
  width: 1200,
  height: 630,
  layers: [
    { type: 'text', name: 'secret layer', x: 0, y: 0, width: 900, height: 100, text: { bind: 'full_name' } },
    { type: 'text', name: 'Age', x: 0, y: 100, width: 900, height: 100, text: { bind: 'age', fallback: '' } },
    {
      type: 'text',
      name: 'Place',
      x: 0,
      y: 200,
      width: 900,
      height: 100,
      text: { bind: 'hidden_place', fallback: '' },
    },
    { type: 'image', name: 'Photo', x: 0, y: 300, width: 300, height: 300, src: { bind: 'photo', fallback: '' } },
  ],
}

export const nameQuestion = { variable: 'full_name', kind: 'text', label: 'Your name', max_length: 20, field: 'Name' }
const photoQuestion = { variable: 'photo', kind: 'image', label: 'Photo', required: false, field: 'Photo' }
const ageQuestion = { variable: 'age', kind: 'number', label: 'Age', required: false, min: 0, max: 120, field: 'Age' }

const shape = z.looseObject({ id: z.string(), url: z.string(), submission_count: z.int() })
const withId = z.looseObject({ id: z.string() })

export interface MadeForm {
  id: string
  /** Its path, with the token. */
  path: string
  /** Ids of its questions, in order: name, age, photo. */
  ids: string[]
}

export const idsIn = (html: string): string[] =>
  [...html.matchAll(/data-id="([0-9a-f]{12})"/g)].map(([, id = '']) => id)

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** What tests of forms do over HTTP: as owner, and as a visitor without a key. */
export function formsOf(app: TestApp) {
  const made = async (path: string, body: unknown) => {
    const answer = await app.request('POST', path, { body })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.json
  }
  const visit = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => app.request(method, path, { key: null, body, headers })
  return {
    visit,
    makeTemplate: async (publish = true) =>
      withId.parse(await made('/v1/templates', { name: 'Badge', design: badge, publish })).id,
    makeTable: async () =>
      withId.parse(
        await made('/v1/tables', {
          name: 'Members',
          fields: [
            { name: 'Name', kind: 'text' },
            { name: 'Age', kind: 'number' },
            { name: 'Photo', kind: 'attachments' },
            { name: 'Image', kind: 'url' },
          ],
        }),
      ).id,
    /** A form with the three questions, or others. */
    async makeForm(body: Record<string, unknown> & { template_id: string }): Promise<MadeForm> {
      const questions = [nameQuestion, ageQuestion, photoQuestion].map((question) =>
        body.table_id === undefined ? { ...question, field: null } : question,
      )
      const limits = { submissions_per_hour: 1000 }
      const form = shape.parse(await made('/v1/forms', { title: 'Your badge', questions, ...limits, ...body }))
      const path = new URL(form.url).pathname
      return { id: form.id, path, ids: idsIn((await visit('GET', path)).text) }
    },
    upload: (path: string, bytes: Uint8Array, type = 'image/png') =>
      visit('POST', `${path}/uploads`, bytes, { 'content-type': type }),
    rows: async (tableId: string) =>
      z
        .looseObject({ results: z.array(z.looseObject({ id: z.string(), fields: z.looseObject({}) })) })
        .parse((await app.request('GET', `/v1/tables/${tableId}/rows`)).json).results,
    count: async (id: string) => shape.parse((await app.request('GET', `/v1/forms/${id}`)).json).submission_count,
  }
}
