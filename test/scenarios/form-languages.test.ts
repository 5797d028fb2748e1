import { afterAll, beforeAll, expect, test } from 'vitest'
import { formsOf, nameQuestion } from '#test/scenarios/forms-kit.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let kit: ReturnType<typeof formsOf>
let templateId: string

beforeAll(async () => {
  app = await startApp()
  app.rendering.open()
  kit = formsOf(app)
  templateId = await kit.makeTemplate()
})
afterAll(() => app.close())

const questions = [
  { ...nameQuestion, label: 'Ihr Name', field: null },
  { variable: 'age', kind: 'number', label: 'Größe', required: false, min: 0, max: 1200.5 },
]
const makeForm = (more: object) => kit.makeForm({ template_id: templateId, questions, ...more })
const pageOf = async (path: string, headers = {}) => (await kit.visit('GET', path, undefined, headers)).text

test('a form speaks its language: its page, the texts of its script, and what is wrong with answers', async () => {
  const { id, path, ids } = await makeForm({ language: 'de-AT' })
  const page = await pageOf(path)
  expect(page).toContain('<html lang="de-AT" dir="ltr">')
  expect(page).toMatch(/<button type="submit"[^>]*>Bild erstellen</)
  expect(page).toContain('"copy_link":"Link kopieren"')
  const [name = '', size = ''] = ids
  const answer = await kit.visit('POST', `${path}/submissions`, { answers: { [name]: 'ä'.repeat(24), [size]: 5000 } })
  expect(answer.json).toMatchObject({
    errors: [
      { pointer: `/answers/${name}`, detail: '„Ihr Name“ ist zu lang: 24 Zeichen, erlaubt sind 20.' },
      { pointer: `/answers/${size}`, detail: expect.stringMatching(/^„Größe“ darf höchstens 1.200,5 sein\.$/) },
    ],
  })
  expect((await app.request('PATCH', `/v1/forms/${id}`, { body: { enabled: false } })).status).toBe(200)
  expect(await pageOf(path)).toContain('Dieses Formular ist geschlossen.')
  expect((await kit.visit('POST', `${path}/preview`, { answers: {} })).json).toMatchObject({
    detail: 'Dieses Formular ist geschlossen. Ihre Angaben wurden nicht gesendet.',
  })
})

test('what its owner wrote stays as it is, whatever the language', async () => {
  const { id, path } = await makeForm({ language: 'he', submit_label: 'Go', title: 'Tickets' })
  const page = await pageOf(path)
  expect(page).toContain('<html lang="he" dir="rtl">')
  expect(page).toMatch(/<button type="submit"[^>]*>Go</)
  await app.request('PATCH', `/v1/forms/${id}`, { body: { submit_label: '' } })
  expect(await pageOf(path)).toMatch(/<button type="submit"[^>]*>יצירת תמונה</)
})

test('a language that the page does not speak keeps its direction, and the page speaks English', async () => {
  const page = await pageOf((await makeForm({ language: 'fa' })).path)
  expect(page).toContain('<html lang="fa" dir="rtl">')
  expect(page).toMatch(/<button type="submit"[^>]*>Create image</)
})

test.each([
  ['fr-CA,fr;q=0.8,en;q=0.5', 'fr-CA', 'Ce formulaire n’existe pas'],
  ['tlh, fa;q=0.9, ja;q=0.5', 'ja', 'このフォームは存在しません'],
  ['en;q=0.2,zh-TW', 'zh-TW', '此表單不存在'],
  ['de;q=0', 'en', 'This form does not exist'],
  ['*', 'en', 'This form does not exist'],
  [';q=,,"><script>', 'en', 'This form does not exist'],
  [`${'x,'.repeat(5000)}*`, 'en', 'This form does not exist'],
])('a link that leads nowhere says so in a language of the visitor: %.40s', async (accepted, language, text) => {
  const page = await pageOf(`/f/${'z'.repeat(32)}`, { 'accept-language': accepted })
  expect(page).toContain(`<html lang="${language}"`)
  expect(page).toContain(text)
})

test('no text of the page ends its script', async () => {
  const page = await pageOf((await makeForm({ title: '</script><b>', language: 'fr' })).path)
  const [, json = ''] = /<script type="application\/json" id="texts">(.*?)<\/script>/s.exec(page) ?? []
  expect(JSON.parse(json)).toMatchObject({ language: 'fr', texts: { optional: 'Facultatif' } })
})
