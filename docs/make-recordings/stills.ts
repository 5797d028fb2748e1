import { join } from 'node:path'
import { addTemplate, changeProducts, sampleTemplate } from './shop.ts'
import { openEditor, type Stage } from './stage.ts'

const root = join(import.meta.dirname, '..', '..')

/** Leaves the window as it is to be seen. */
type Still = (stage: Stage) => Promise<void>

/** A design with its layers, and all records of its table below. */
const editor: Still = async (stage) => {
  const { page, hand } = stage
  const { source, rowOf } = await changeProducts(stage, {})
  const { design } = await sampleTemplate(stage, 'Social card')
  const template = await addTemplate(stage, 'Product card', design, source)
  const search = `record=${rowOf('Stoneware Teapot')}&layer=Title`
  const { settled } = await openEditor(stage, template, search)
  await page.getByRole('button', { name: 'Contact sheet' }).click()
  await page
    .getByText(/^\d+ of \d+ records have warnings|^No warnings/)
    .first()
    .waitFor()
  await settled()
  await hand.untilStill()
}

/** Home after the first start: images of the sample. */
const dashboard: Still = async ({ page, hand, visit }) => {
  await visit('/')
  // It comes after the images.
  await page.getByRole('button', { name: 'Fix and retry' }).waitFor()
  await hand.untilStill()
}

/** The page of a form that someone has filled in, next to the preview of the image. */
const form: Still = async ({ page, hand, client }) => {
  const { results } = await client.templates.list({ query: { limit: 100 } })
  const template = results.find(({ name }) => name === 'Social card')
  if (template === undefined) throw new Error('The sample has no template "Social card"')
  const questions = [
    { variable: 'Name', kind: 'text' as const, label: 'Name of your product', max_length: 40 },
    { variable: 'Description', kind: 'long_text' as const, label: 'What is special about it?' },
    { variable: 'Price', kind: 'number' as const, label: 'Price', min: 0 },
    { variable: 'Photo', kind: 'image' as const, label: 'Photo', required: false },
  ]
  const { url } = await client.forms.create({
    body: {
      ...{ template_id: template.id, title: 'Your product card', questions },
      intro: 'Tell us what you make. Your card is ready in a moment.',
    },
  })
  await page.goto(url ?? '')
  await page.getByLabel('Name of your product').fill('Good Morning Mug')
  await page.getByLabel('What is special about it?').fill('Half a litre of optimism. Dishwasher safe, hug shaped.')
  await page.getByLabel('Price').fill('18')
  const previewed = page.waitForResponse((answer) => answer.url().endsWith('/preview') && answer.ok())
  await page.getByLabel('Photo').setInputFiles(join(root, 'examples', 'photos', 'mug.jpg'))
  await page.getByText('mug.jpg', { exact: true }).waitFor()
  await previewed
  await page.locator('.frame[data-shown]:not([aria-busy])').waitFor()
  await hand.untilStill()
}

/** Pictures of a window, by the names of their files in `docs`. */
export const stills: Readonly<Record<string, Still>> = { dashboard, editor, form }
