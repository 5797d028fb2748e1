import { addTemplate, changeProducts, sampleTemplate } from './shop.ts'
import { openEditor, type Stage } from './stage.ts'

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

/** Home after the first start: images, and the one that failed. */
const dashboard: Still = async ({ page, hand, visit }) => {
  await visit('/')
  await page.getByRole('button', { name: 'Fix and retry' }).scrollIntoViewIfNeeded()
  await hand.untilStill()
}

/** Pictures of a window, by the names of their files in `docs`. */
export const stills: Readonly<Record<string, Still>> = { dashboard, editor }
