import { readFile } from 'node:fs/promises'
import { addTemplate, changed, changeProducts, type Design, photoPath, sampleTemplate, uploadPhoto } from './shop.ts'
import { type Editor, openEditor, type Stage, untilExact } from './stage.ts'

/** Does something in the product while it is filmed. */
export type Scene = (stage: Stage) => Promise<void>

/** Moments in which nothing happens, so that people see where they are, and what came of it. */
const BEFORE_MS = 700
const BETWEEN_MS = 500
const AFTER_MS = 1300

const text = (name: string, [x, y, width, height]: readonly [number, number, number, number], more: object) => ({
  ...{ type: 'text', name, x, y, width, height, fill: '#2a1c14', verticalAlign: 'middle' },
  ...more,
})

async function lookbook(stage: Stage): Promise<Design> {
  const photo = async (name: string, src: string, box: object) => ({
    ...{ type: 'image', name, src: await uploadPhoto(stage, src), y: 350, width: 280, height: 420, radius: 16 },
    ...box,
  })
  const caption = (name: string, x: number) =>
    text(name, [x, 790, 280, 44], { text: name, fontSize: 27, align: 'center', fontWeight: 500 })
  return {
    ...{ schema: 1, width: 1000, height: 920, background: '#f4ece1' },
    layers: [
      text('Title', [60, 70, 880, 230], { text: 'New in the workshop', fontFamily: 'Noto Serif', fontSize: 96 }),
      await photo('Vase', 'vase', { x: 60 }),
      await photo('Lamp', 'lamp', { x: 360 }),
      await photo('Chair', 'chair', { x: 714, y: 392, width: 210, height: 315 }),
      ...[caption('Glass vase', 60), caption('Desk lamp', 360), caption('Lounge chair', 660)],
    ],
  }
}

/** A layer moves and grows into line with others, and undo brings the film back to its beginning. */
const align: Scene = async (stage) => {
  const { hand } = stage
  const template = await addTemplate(stage, 'Lookbook', await lookbook(stage))
  const { at, settled } = await openEditor(stage, template)
  const home = await at(900, 1000)
  await hand.startAt(home)
  await hand.rest(BEFORE_MS)
  await hand.drag(await at(819, 550), await at(792, 520), await at(766, 509))
  await hand.rest(BETWEEN_MS)
  await hand.drag(await at(870, 665), await at(905, 720), await at(939, 769))
  await hand.rest(AFTER_MS)
  await hand.key('Control+z')
  await hand.key('Control+z')
  await hand.click(home)
  await settled()
}

/** A square card whose price is still to be filled. */
async function priceCard(stage: Stage): Promise<Design> {
  const { design } = await sampleTemplate(stage, 'Square product card')
  const price = { text: 'Price', fontSize: 58, visible: undefined }
  return changed(design, { Price: price, 'Price disc': { visible: undefined } })
}

const allFine = {
  'Pocket Speaker': null,
  'Gift Card': null,
  'Nordic Lounge Chair': {
    Description: 'A chair for long evenings: solid oak, webbing, and wool covers that come off.',
  },
}

/** Shows some records and comes back, so that their pictures are there in the film. */
async function lookAhead({ page }: Stage, { settled }: Editor, records: number): Promise<void> {
  for (const name of ['Next record', 'Previous record'])
    for (let record = 0; record < records; record++) {
      await page.getByRole('button', { name }).click()
      await settled()
    }
}

/** Shows the next records, one after the other. */
async function stepThrough({ hand, page }: Stage, { settled }: Editor, records: number): Promise<void> {
  for (let record = 0; record < records; record++) {
    await hand.click(page.getByRole('button', { name: 'Next record' }))
    await settled()
    await hand.rest(2 * BETWEEN_MS)
  }
}

/** A field is dropped on a text, and records are stepped through. */
const fields: Scene = async (stage) => {
  const { hand, page } = stage
  const { rowOf, source } = await changeProducts(stage, allFine)
  const template = await addTemplate(stage, 'Price card', await priceCard(stage), source)
  const editor = await openEditor(stage, template, `record=${rowOf('Stoneware Teapot')}`)
  const { at, settled } = editor
  await lookAhead(stage, editor, 3)
  await page.getByRole('tab', { name: 'Data' }).click()
  const field = page
    .getByRole('tabpanel', { name: 'Data' })
    .getByRole('listitem')
    .filter({ hasText: /^Price/ })
  await field.waitFor()
  const home = await at(200, 1160)
  await hand.startAt(home)
  await hand.rest(BEFORE_MS)
  await hand.drag(field.getByRole('img'), await at(928, 772))
  await settled()
  await hand.rest(BETWEEN_MS)
  await stepThrough(stage, editor, 3)
  await hand.moveTo(home)
}

/** The one name that is too long, which is cut off. */
const oneTooLong = {
  ...allFine,
  'Nordic Lounge Chair': {
    ...allFine['Nordic Lounge Chair'],
    Name: 'Nordic Lounge Chair in Solid Oak',
  },
}

/** The contact sheet shows which record does not fit, and that none is left. */
const fit: Scene = async (stage) => {
  const { hand, page } = stage
  const { source, rowOf } = await changeProducts(stage, oneTooLong)
  const { design } = await sampleTemplate(stage, 'Social card')
  const card = changed(design, { Title: { fit: 'truncate', maxFontSize: undefined, minFontSize: undefined } })
  const template = await addTemplate(stage, 'Share image', card, source)
  const { at, settled, inspector } = await openEditor(stage, template, `record=${rowOf('Arc Desk Lamp')}`)
  await page.getByRole('button', { name: 'Contact sheet' }).click()
  const sheet = page.getByRole('region', { name: 'Contact sheet' })
  await sheet
    .getByText(/records has warnings/)
    .first()
    .waitFor()
  await hand.untilStill()
  const home = await at(590, 690)
  await hand.startAt(home)
  await hand.rest(BEFORE_MS)
  await hand.click(sheet.getByRole('button', { name: /^Nordic Lounge Chair.*warning/ }))
  await hand.rest(BETWEEN_MS)
  await settled()
  await hand.click(await at(880, 200))
  await hand.rest(2 * BETWEEN_MS)
  await hand.click(inspector.getByRole('button', { name: 'Shrink to fit' }))
  await hand.rest(BETWEEN_MS)
  await sheet
    .getByText(/^No warnings in/)
    .first()
    .waitFor()
  await settled()
  await hand.moveTo(home)
  await hand.rest(AFTER_MS)
}

/** What a publication changes, in words and pictures. */
const publish: Scene = async (stage) => {
  const { hand, page } = stage
  await changeProducts(stage, allFine)
  const { id, design } = await sampleTemplate(stage, 'Social card')
  const autumn = changed(design, {
    Title: { fontFamily: 'Noto Serif', fontWeight: 700 },
    Price: { fill: '#0f766e' },
    Button: { fill: '#0f766e' },
    'Badge pill': { fill: '#0f766e' },
  })
  const template = { id, width: design.width, height: design.height }
  await stage.client.templates.update({ params: { id }, body: { design: autumn } })
  const { at } = await openEditor(stage, template)
  const home = await at(900, 800)
  await hand.startAt(home)
  await hand.rest(BEFORE_MS)
  await hand.click(page.getByRole('button', { name: 'Publish', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Publish template' })
  const pictures = dialog.getByRole('list', { name: 'Before and after' })
  await dialog.getByText(/rendered again at the next run/).waitFor()
  await hand.untilStill()
  await hand.moveTo(dialog)
  await hand.rest(BETWEEN_MS)
  await hand.scroll(320)
  await hand.click(pictures.getByRole('button').first())
  const slider = page.getByRole('slider', { name: 'Before and after' })
  await slider.waitFor()
  await hand.untilStill()
  await hand.drag(slider, { x: 700, y: 260 }, { x: 500, y: 260 })
  await hand.key('Escape')
  await hand.click(dialog.getByRole('button', { name: 'Publish' }))
  await page.getByText(/^Version \d+ is published/).waitFor()
  await hand.moveTo(home)
  await hand.rest(AFTER_MS)
}

/** A field is put into a text between words. */
const type: Scene = async (stage) => {
  const { hand } = stage
  const { rowOf, source } = await changeProducts(stage, allFine)
  const { design } = await sampleTemplate(stage, 'Story poster')
  const card = changed(design, { Title: { text: 'This week only ', markup: true }, Price: null, Tag: null })
  const template = await addTemplate(stage, 'Weekly offer', card, source)
  const editor = await openEditor(stage, template, `record=${rowOf('Stoneware Teapot')}`)
  const { at, settled } = editor
  await lookAhead(stage, editor, 2)
  const home = await at(900, 1420)
  await hand.startAt(home)
  await hand.rest(BEFORE_MS)
  await hand.click(await at(620, 206), { count: 2 })
  await hand.moveTo(home)
  await hand.key('End')
  await hand.type('{{')
  await hand.rest(BETWEEN_MS)
  await hand.type('Pr')
  await hand.key('Enter')
  await hand.type(' €')
  await hand.rest(BETWEEN_MS)
  await hand.click(home)
  await settled()
  await stepThrough(stage, editor, 2)
  await hand.moveTo(home)
}

/** A starter becomes a template, and a photo of the desktop is dropped on it. */
const start: Scene = async (stage) => {
  const { hand, page, visit } = stage
  const dialog = page.getByRole('dialog', { name: 'New template' })
  const product = dialog.getByText('Product', { exact: true })
  const starter = dialog.getByRole('button', { name: /^Square product card/ })
  // Its pictures are drawn when they are first seen.
  await visit('/templates?new=starters')
  await product.click()
  await starter.scrollIntoViewIfNeeded()
  await hand.untilStill()
  await visit('/templates')
  await page.getByText('Used by Product social cards').waitFor()
  await hand.untilStill()
  await hand.startAt({ x: 700, y: 560 })
  await hand.rest(BEFORE_MS)
  await hand.click(page.getByRole('button', { name: 'New template' }))
  await starter.waitFor()
  await hand.rest(BETWEEN_MS)
  await hand.click(product)
  await hand.rest(BETWEEN_MS)
  await hand.moveTo({ x: 440, y: 560 })
  await hand.scroll(320)
  await hand.untilStill()
  await hand.click(starter)
  await untilExact(page)
  await hand.rest(BETWEEN_MS)
  const photo = `data:image/jpeg;base64,${(await readFile(photoPath('vase'))).toString('base64')}`
  const canvas = page.getByRole('application', { name: 'Canvas' })
  await hand.dropFile(photoPath('vase'), photo, { from: { x: 1100, y: 690 }, to: canvas })
  await page.getByRole('button', { name: /^Undo/, disabled: false }).waitFor()
  await untilExact(page)
  await hand.untilStill()
  await hand.rest(AFTER_MS)
}

/** The recordings, by the names of their files in `docs/recordings`: first those that show all of the sample. */
export const scenes: Readonly<Record<string, Scene>> = { start, align, text: type, fields, publish, fit }
