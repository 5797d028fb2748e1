import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { getsFocus } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createTemplate, type EditorScreen, openEditor, twoBoxes } from './editor.test-kit.ts'

const box = (name: string, x = 0) => ({ type: 'rectangle', name, x, y: 20, width: 60, height: 60, fill: '#3355cc' })

/** From the back: Red, a group with Low and High, a bound title. */
const tree = {
  ...twoBoxes,
  layers: [
    box('Red'),
    { type: 'group', name: 'Card', x: 100, y: 100, width: 200, height: 200, children: [box('Low'), box('High', 80)] },
    { type: 'text', name: 'Title', x: 300, y: 20, width: 200, height: 60, text: { bind: 'Headline' } },
    { ...box('Badge', 420), anchor: { layer: 'Title', side: 'below', gap: 10 } },
  ],
}

describe.skipIf(chromiumPath === undefined)('the layers panel', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  async function open(design: object = tree): Promise<EditorScreen> {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin, design)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    return editor
  }

  /** Every row with its level, such as `2 High`. */
  const rows = ({ layers }: EditorScreen) =>
    layers.getByRole('treeitem').evaluateAll((items) => items.map((item) => `${item.ariaLevel} ${item.ariaLabel}`))
  const inDraft = async (editor: EditorScreen) => (await editor.draft()).design.layers.map(({ name }) => name)

  test('67: dragging reorders and nests, Alt and arrows do the same, and undo takes it back', async () => {
    const editor = await open()
    const { page } = editor
    const middle = async (name: string) => {
      const at = await editor.layer(name).boundingBox()
      if (!at) throw new Error(`${name} is not shown`)
      return { x: at.x + 80, top: at.y, y: at.y + at.height / 2, bottom: at.y + at.height }
    }
    const drag = async (name: string, to: { x: number; y: number }) => {
      const from = await middle(name)
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y + 4, { steps: 4 })
      await page.mouse.move(to.x, to.y)
      await page.mouse.up()
    }
    await expect.poll(() => rows(editor)).toEqual(['1 Badge', '1 Title', '1 Card', '2 High', '2 Low', '1 Red'])
    const badge = await middle('Badge')
    await drag('Red', { x: badge.x, y: badge.top + 2 })
    await expect.poll(() => rows(editor)).toEqual(['1 Red', '1 Badge', '1 Title', '1 Card', '2 High', '2 Low'])
    await drag('Red', await middle('Card'))
    await expect.poll(() => rows(editor)).toEqual(['1 Badge', '1 Title', '1 Card', '2 Red', '2 High', '2 Low'])
    // Its place on the page is the same.
    await expect
      .poll(async () => (await editor.stored('Card'))?.children)
      .toContainEqual(expect.objectContaining({ name: 'Red', x: -100, y: -80 }))
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(() => rows(editor)).toEqual(['1 Badge', '1 Title', '1 Card', '2 High', '2 Low', '1 Red'])

    await editor.layer('Red').click()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => inDraft(editor)).toEqual(['Card', 'Red', 'Title', 'Badge'])
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => rows(editor)).toContain('2 Red')
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => rows(editor)).toContain('1 Red')
  })

  test('23: layers dragged from the canvas into the tree go there, and stay where they are on the page', async () => {
    const editor = await open()
    const { page } = editor
    const hold = async (name: string) => {
      const [from, row] = [await editor.at(30, 50), await editor.layer(name).boundingBox()]
      if (!row) throw new Error(`${name} is not shown`)
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + 40, from.y, { steps: 4 })
      await page.mouse.move(row.x + 80, row.y + row.height / 2, { steps: 4 })
    }
    await hold('Card')
    await page.mouse.up()
    await expect.poll(() => rows(editor)).toEqual(['1 Badge', '1 Title', '1 Card', '2 Red', '2 High', '2 Low'])
    const inCard = expect.objectContaining({ name: 'Red', x: -100, y: -80 })
    await expect.poll(async () => (await editor.stored('Card'))?.children).toContainEqual(inCard)
    await page.keyboard.press('Control+z')
    await expect.poll(() => rows(editor)).toEqual(['1 Badge', '1 Title', '1 Card', '2 High', '2 Low', '1 Red'])
    await hold('Card')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect.poll(() => rows(editor)).toEqual(['1 Badge', '1 Title', '1 Card', '2 High', '2 Low', '1 Red'])
    await expect.poll(async () => (await editor.stored('Red'))?.x).toBe(0)
  })

  const post = (path: string, body: object) =>
    ask(opened.visitor, `${opened.dashboard.origin}${path}`, { method: 'POST', body })

  /** An action that has rendered its one record with other modifications than the table says. */
  async function runWithException(templateId: string, modifications: readonly object[]): Promise<void> {
    const { visitor, dashboard } = opened
    const table = await post('/v1/tables', { name: 'People', fields: [{ name: 'Name', kind: 'text' }] })
    const { results } = await post(`/v1/tables/${table.id}/rows`, { rows: [{ Name: 'Ada' }] })
    const own = await post('/v1/connections', { name: 'Ours', source: 'table', settings: {} })
    const place = { connection_id: own.id, base_id: 'built-in', table: table.id }
    const mapping = { Headline: { field: 'Name' } }
    const action = await post('/v1/actions', { title: 'Cards', ...place, template_id: templateId, mapping })
    const exception = `${dashboard.origin}/v1/actions/${action.id}/exceptions/${results[0].id}`
    await ask(visitor, exception, { method: 'PUT', body: { modifications } })
    await post(`/v1/actions/${action.id}/runs`, {})
    const images = `${dashboard.origin}/v1/images/count?action_id=${action.id}`
    await expect.poll(async () => (await ask(visitor, images)).count).toBe(1)
  }

  test('67: F2 and double click rename; what refers to the layer follows, a taken name is refused', async () => {
    const editor = await open()
    const { page } = editor
    const name = editor.layers.getByRole('textbox', { name: 'Layer name' })
    const modifications = [{ name: 'Title', text: 'Hello' }]
    await post('/v1/images', { template_id: editor.id, modifications })
    await runWithException(editor.id, modifications)
    await editor.layer('Title').click()
    await page.keyboard.press('F2')
    await name.fill('Heading')
    // Enter that takes a word of an input method does not end the name.
    await name.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await expect.poll(() => name.inputValue()).toBe('Heading')
    await name.press('Enter')
    await page.getByText('In the last 30 days, 1 action and 1 API request used the name “Title”.').waitFor()
    await expect.poll(async () => (await editor.stored('Badge'))?.anchor).toMatchObject({ layer: 'Heading' })
    await editor.layer('Red').dblclick()
    await name.fill('Heading')
    await name.press('Enter')
    await page.getByText('Another layer is named "Heading".').waitFor()
    await editor.layer('Red').dblclick()
    await name.fill('Nothing')
    await name.press('Escape')
    await expect.poll(() => rows(editor)).toContain('1 Red')
    // Also from the canvas, while the tree is not shown.
    await page.getByRole('tab', { name: 'Insert' }).click()
    await editor.canvas.focus()
    await page.keyboard.press('F2')
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('Crimson')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows(editor)).toContain('1 Crimson')
    // The keys of the canvas go on, and Tab goes on to the name below.
    await getsFocus(editor.canvas)
    await editor.layer('Heading').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.keyboard.type('Top')
    await page.keyboard.press('Tab')
    await expect.poll(() => rows(editor)).toContain('1 Top')
    await expect.poll(() => name.count()).toBe(1)
    await name.press('Escape')
    await expect.poll(() => name.count()).toBe(0)
    await getsFocus(editor.layer('Card'))
  })

  test('68, 15: eye and lock per row, Alt+click isolates; search by name, kind and field; dots', async () => {
    const rune = { type: 'text', name: 'Rune', x: 300, y: 300, width: 200, height: 60, text: '\u16a0' }
    const editor = await open({ ...tree, layers: [...tree.layers, rune] })
    const { page } = editor
    const inRow = (name: string, button: RegExp) => editor.layer(name).getByRole('button', { name: button })
    await editor.layer('Red').hover()
    await inRow('Red', /^Hide/).click()
    await expect.poll(async () => (await editor.stored('Red'))?.visible).toBe(false)
    await inRow('Red', /^Show/).click()
    await editor.layer('Title').hover()
    await inRow('Title', /^Hide/).click({ modifiers: ['Alt'] })
    await expect
      .poll(async () => (await editor.draft()).design.layers.map(({ visible }) => visible))
      .toEqual([false, false, undefined, false, false])
    await inRow('Title', /^Hide/).click({ modifiers: ['Alt'] })
    await editor.layer('Red').hover()
    await inRow('Red', /^Hide/).dblclick()
    await expect.poll(() => editor.layers.getByRole('textbox', { name: 'Layer name' }).count()).toBe(0)
    await inRow('Red', /^Lock/).click()
    await expect.poll(async () => (await editor.draft()).design).toMatchObject({ editor: { locked: ['Red'] } })
    await page.keyboard.press('Escape')
    await editor.click(30, 50)
    await expect.poll(() => editor.layer('Red').getAttribute('aria-selected')).toBe('false')

    await editor.layer('Title').getByRole('img', { name: 'Filled by Headline' }).waitFor()
    await expect.poll(() => inRow('Title', /font contains/).count()).toBe(0)
    // A press of the mark of a warning selects its layer, whose messages say the same.
    await inRow('Rune', /^Neither Inter nor a fallback font contains \u16a0/).click()
    await expect.poll(() => editor.layer('Rune').getAttribute('aria-selected')).toBe('true')
    const messages = editor.inspector.getByRole('list', { name: 'Messages' })
    await messages.getByText('Neither Inter nor a fallback font contains \u16a0 (U+16A0)').waitFor()
    await expect.poll(() => editor.layer('Rune').getByRole('img').count()).toBe(0)
    const search = page.getByRole('searchbox', { name: 'Search layers' })
    await search.fill('headline')
    await expect.poll(() => rows(editor)).toEqual(['1 Title'])
    await search.fill('rectangle low')
    await expect.poll(() => rows(editor)).toEqual(['1 Card', '2 Low'])
    await search.fill('nowhere')
    await page.getByText('No layer matches.').waitFor()
    await search.press('Escape')
    await expect.poll(() => rows(editor)).toHaveLength(7)
  })

  test('16, 69: the keys of the tree; selecting goes both ways and closed groups open', async () => {
    const editor = await open()
    const { page } = editor
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel)
    const selected = (name: string) => editor.layer(name).getAttribute('aria-selected')
    await editor.layer('Badge').click()
    for (const [key, name] of [
      ['ArrowDown', 'Title'],
      ['End', 'Red'],
      ['Home', 'Badge'],
      ['c', 'Card'],
      ['ArrowRight', 'High'],
      ['ArrowLeft', 'Card'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(focused).toBe(name)
      await expect.poll(() => selected(name)).toBe('true')
    }
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => rows(editor)).toEqual(['1 Badge', '1 Title', '1 Card', '1 Red'])
    // 69: what is closed stays so after a reload.
    await page.reload()
    await editor.drawn()
    await expect.poll(() => rows(editor)).toEqual(['1 Badge', '1 Title', '1 Card', '1 Red'])
    await editor.canvas.focus()
    await page.keyboard.down('Control')
    await editor.click(130, 150)
    await page.keyboard.up('Control')
    await expect.poll(() => selected('Low')).toBe('true')
    // What is pointed at on the canvas is marked here, too.
    const ground = (name: string) => editor.layer(name).evaluate((row) => getComputedStyle(row).backgroundColor)
    const calm = await ground('Red')
    const red = await editor.at(30, 50)
    await page.mouse.move(red.x, red.y)
    await expect.poll(() => ground('Red')).not.toBe(calm)
    expect(await ground('Title')).toBe(calm)
    expect(await opened.visitor.axe()).toEqual([])
  })

  test('69: 500 layers are shown a screen at a time, and what is selected is scrolled to', async () => {
    const many = Array.from({ length: 500 }, (_, at) => box(`Layer ${at}`, at))
    const editor = await open({ ...twoBoxes, layers: many })
    const { page } = editor
    await editor.layer('Layer 499').click()
    await expect.poll(() => editor.layers.getByRole('treeitem').count()).toBeLessThan(80)
    await page.keyboard.press('End')
    await expect.poll(() => editor.layer('Layer 0').isVisible()).toBe(true)
    await expect.poll(() => editor.layer('Layer 0').getAttribute('aria-posinset')).toBe('500')
  })
})
