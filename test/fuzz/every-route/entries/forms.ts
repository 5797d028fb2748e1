import { bounded, large, type RouteEntries, small } from '#test/fuzz/every-route/entry.ts'
import { largePicture } from '#test/fuzz/every-route/large-values.ts'
import type { Stage } from '#test/fuzz/every-route/stage.ts'

const at = (id: string) => ({ params: { id } })

const most = 50
const variables = Array.from({ length: most }, (_, n) => `v${n}`)

const manyVariables = {
  ...{ schema: 1, width: 100, height: 100 },
  layers: variables.map((bind) => ({ type: 'text', name: bind, x: 0, y: 0, width: 9, height: 9, text: { bind } })),
}

const label = 'x'.repeat(200)
const question = {
  kind: 'long_text',
  label,
  help: 'x'.repeat(500),
  default: 'x'.repeat(5000),
  required: false,
} as const

const templates = new WeakMap<Stage, Promise<{ id: string }>>()

/** A template with as many variables as a form can ask for: once. */
function templateOf(stage: Stage): Promise<{ id: string }> {
  const made = templates.get(stage) ?? stage.client.templates.create({ body: { design: manyVariables, publish: true } })
  templates.set(stage, made)
  return made
}

const questions = variables.map((variable) => ({ variable, ...question }))

async function makeForm(stage: Stage) {
  const { id } = await templateOf(stage)
  const limits = { submissions_per_hour: 10_000, submissions_per_day: 1_000_000 }
  return stage.client.forms.create({ body: { template_id: id, title: label, questions, ...limits } })
}

const longIntro = 'x'.repeat(2000)

export const forms: RouteEntries['forms'] = {
  list: small(() => ({ query: { limit: '100' } })),
  create: [
    bounded('questions', 'at most 50, with a default of 5,000 characters', async (stage) => ({
      body: { template_id: (await templateOf(stage)).id, title: label, intro: longIntro, questions },
    })),
  ],
  get: small(async (stage) => at((await makeForm(stage)).id)),
  update: [
    bounded('questions', 'at most 50, with a default of 5,000 characters', async (stage) => ({
      ...at((await makeForm(stage)).id),
      body: { questions, intro: longIntro },
    })),
  ],
  delete: small(async (stage) => at((await makeForm(stage)).id)),
  rotate: small(async (stage) => at((await makeForm(stage)).id)),
}

const links = new WeakMap<Stage, Promise<string>>()

/** The path of a form: one for all of its requests. */
function linkOf(stage: Stage): Promise<string> {
  const made = links.get(stage) ?? makeForm(stage).then(({ url }) => new URL(url ?? '').pathname)
  links.set(stage, made)
  return made
}

/** Each visitor comes from a network of its own, as their requests are limited. */
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${Math.ceil(Math.random() * 250)}` })

const idsIn = (page: string) => [...page.matchAll(/data-id="([0-9a-f]{12})"/g)].map(([, id = '']) => id)

async function answersOf(stage: Stage): Promise<{ answers: Record<string, string> }> {
  const page = await fetch(`${stage.app.url}${await linkOf(stage)}`, { headers: elsewhere() })
  const ids = idsIn(await page.text())
  return { answers: Object.fromEntries(ids.map((id) => [id, 'é'.repeat(5000)])) }
}

const visit = async (stage: Stage, rest: string) => ({ target: (await linkOf(stage)) + rest, headers: elsewhere() })

export const formLinks: RouteEntries['formLinks'] = {
  page: small((stage) => visit(stage, '')),
  upload: [
    bounded('a picture', 'an upload has at most 10 MB', async (stage) => ({
      ...(await visit(stage, '/uploads')),
      headers: { ...elsewhere(), 'content-type': 'image/png' },
      body: await largePicture(1800),
    })),
  ],
  preview: [
    bounded('answers', 'at most 50 answers of 5,000 characters', async (stage) => ({
      ...(await visit(stage, '/preview')),
      body: await answersOf(stage),
    })),
  ],
  submit: [
    large('unknown answers', async (stage) => ({
      ...(await visit(stage, '/submissions')),
      body: {
        answers: Object.fromEntries(
          Array.from({ length: 110 }, (_, n) => [n.toString(16).padStart(12, '0'), 'x'.repeat(9000)]),
        ),
      },
      after: () => stage.settle(),
    })),
  ],
  submission: small(async (stage) => {
    const path = `${await linkOf(stage)}/submissions`
    const headers = { ...elsewhere(), 'content-type': 'application/json' }
    const body = JSON.stringify({ answers: {} })
    const answer = await fetch(stage.app.url + path, { method: 'POST', headers, body })
    const { id } = JSON.parse(await answer.text())
    return { target: `${path}/${id}`, headers: elsewhere() }
  }),
}
