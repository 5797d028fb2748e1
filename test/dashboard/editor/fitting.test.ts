import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { atRest, closes, getsFocus } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createRecords, createTemplate, openEditor, stopClock } from './editor.test-kit.ts'

const page = { schema: 1, name: 'Fitting', width: 600, height: 400, background: '#ffffff' }
const back = { type: 'rectangle', name: 'Back', width: 600, height: 400, fill: '#ffeecc' }
const words = { type: 'text', name: 'Words', x: 40, y: 40, width: 300, height: 80, fontSize: 32, lineHeight: 2 }

describe.skipIf(chromiumPath === undefined)('texts and their boxes', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  async function open(layers: readonly object[], table?: Awaited<ReturnType<typeof createRecords>>) {
    const { visitor, dashboard } = opened
    const { origin } = dashboard
    const id = await createTemplate(visitor, origin, { ...page, layers })
    if (table) await ask(visitor, `${origin}/v1/templates/${id}`, { method: 'PATCH', body: { preview_source: table } })
    const editor = await openEditor(visitor, { origin, id })
    await editor.saved()
    return editor
  }

  test('11: a press between two lines of a text selects the text, one beside a short line what is behind', async () => {
    const editor = await open([back, { ...words, height: 160, text: 'One two\nThree' }])
    await editor.click(60, 104)
    await expect.poll(() => editor.layer('Words').getAttribute('aria-selected')).toBe('true')
    await editor.click(320, 150)
    await expect.poll(() => editor.layer('Back').getAttribute('aria-selected')).toBe('true')
  })

  test('53: a text that is cut although it shrinks is cured by one press, which one undo takes back', async () => {
    const text = 'Far more words than this small box could ever show at a size that people can read'
    const editor = await open([back, { ...words, text, minFontSize: 24, maxLines: 2 }])
    await stopClock(editor.page)
    await editor.layer('Words').click()
    const messages = editor.inspector.getByRole('list', { name: 'Messages' })
    const { text: _, ...before } = Object(await editor.stored('Words'))
    for (const cure of [/^Allow \d+ px$/, /^Make the box \d+ px high$/]) {
      await messages.getByRole('button', { name: cure }).click()
      await expect.poll(() => messages.getByText('does not fit').count()).toBe(0)
      await editor.saved()
      expect(await editor.stored('Words')).not.toMatchObject(before)
      // The button is gone, and the keys of the canvas work.
      await getsFocus(editor.canvas)
      await editor.page.keyboard.press('Control+z')
      await messages.getByText('does not fit').waitFor()
      await editor.saved()
      expect(await editor.stored('Words')).toMatchObject(before)
    }
  })

  test('53: a warning is seen where its text begins above the window', async () => {
    const text = 'Far more words than this box could ever show in letters as large as these'
    const editor = await open([back, { ...words, height: 320, fontSize: 120, lineHeight: 1, fit: 'truncate', text }])
    const warning = editor.canvas.locator('button').getByText('does not fit')
    await warning.waitFor()
    await editor.canvas.focus()
    for (let step = 0; step < 4; step++) await editor.page.keyboard.press('+')
    const fromEdge = async () => {
      const [note, window] = [await warning.boundingBox(), await editor.canvas.boundingBox()]
      return note && window ? note.y - window.y : Number.NaN
    }
    await expect.poll(fromEdge).toBeGreaterThan(0)
    expect(await fromEdge()).toBeLessThan(30)
    // When the page is moved on, it goes along, and is there again at rest. The text under the pointer has its note below.
    const { width = 0 } = (await editor.canvas.boundingBox()) ?? {}
    await editor.canvas.hover({ position: { x: width - 10, y: 300 } })
    await editor.page.mouse.wheel(0, 60)
    await atRest(editor.page)
    await expect.poll(fromEdge).toBeGreaterThan(0)
    expect(await fromEdge()).toBeLessThan(30)
  })

  test('52, 55: a double click on the value of a record types around its field, and stays with the record', async () => {
    const { visitor, dashboard } = opened
    const fields = ['Name', 'Price'].map((name) => ({ name, kind: 'text' }))
    const rows = [
      { Name: 'Vase', Price: '24' },
      { Name: 'Cup', Price: '7' },
    ]
    const table = await createRecords(visitor, dashboard.origin, { fields, rows })
    const price = { bind: 'Price', format: { type: 'currency', currency: 'EUR', locale: 'de' } }
    const layers = [back, { ...words, text: { bind: 'Name' } }, { ...words, name: 'Price', y: 200, text: price }]
    const editor = await open(layers, table)
    const stepper = editor.page.getByText('1 of 2')
    await stepper.waitFor()
    const doubleClick = async (x: number, y: number) => {
      const at = await editor.at(x, y)
      await editor.page.mouse.click(at.x, at.y)
      await editor.page.mouse.dblclick(at.x, at.y)
    }
    await doubleClick(46, 72)
    await getsFocus(editor.page.getByRole('textbox', { name: 'Text of Words' }))
    const value = editor.page.getByRole('button', { name: "Edit this record's value" })
    await value.waitFor()
    await stepper.waitFor()
    await editor.page.keyboard.press('End')
    await editor.page.keyboard.type(' now')
    await expect.poll(async () => (await editor.stored('Words'))?.text).toBe('{{Name}} now')
    await editor.page.keyboard.press('Escape')

    // What is formatted in another locale is no chip: it is said what fills it, and both of its values can be edited.
    await doubleClick(46, 232)
    await getsFocus(value)
    await stepper.waitFor()
    // It is the value of the record that is shown, also after a step.
    const cell = editor.page.getByRole('dialog', { name: /^Price of / })
    const recordOfCell = async () => {
      await value.click()
      const title = await cell.getByRole('heading').innerText()
      await editor.page.keyboard.press('Escape')
      await closes(cell)
      return title
    }
    const first = await recordOfCell()
    await editor.page.getByRole('button', { name: 'Next record' }).click()
    await editor.page.getByText('2 of 2').waitFor()
    const second = await recordOfCell()
    expect([first, second].toSorted()).toEqual(['Price of Cup', 'Price of Vase'])
    await editor.page.getByRole('button', { name: 'Previous record' }).click()
    await stepper.waitFor()
    await editor.page.getByRole('button', { name: 'Edit sample value' }).click()
    const sample = editor.page.getByRole('textbox', { name: 'Sample value of Price' })
    await getsFocus(sample)
    await sample.press('Escape')
    await stepper.waitFor()
    await editor.saved()
    expect((await editor.stored('Price'))?.text).toEqual(price)
  })
})
