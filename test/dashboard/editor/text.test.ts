import { readText } from '@pictable/editor/text'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes, getsFocus } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createTemplate, type EditorScreen, openEditor, stopClock } from './editor.test-kit.ts'

const words = {
  type: 'text',
  name: 'Words',
  x: 60,
  y: 60,
  width: 480,
  height: 120,
  fontSize: 40,
  text: 'One two three',
}
const page = { schema: 1, name: 'Texts', width: 600, height: 400, background: '#ffffff', layers: [words] }

/** Two paragraphs, turned about the middle of their box. */
const turned = { ...words, name: 'Turned', y: 200, rotation: 30, text: 'Red blue\nfour five' }

/** The place on the page of a point in the box of the turned text. */
function inTurned(x: number, y: number): readonly [number, number] {
  const angle = (turned.rotation * Math.PI) / 180
  const [dx, dy] = [x - turned.width / 2, y - turned.height / 2]
  return [
    turned.x + turned.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
    turned.y + turned.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
  ]
}

/** With a name that no font can write. */
const chart = {
  ...{ type: 'chart', name: 'Sales', x: 60, y: 220, width: 480, height: 150 },
  ...{ values: [3, 5], labels: ['Tea', '\u{13000}'] },
}

/** How words are drawn in the third line, for which the box has no room. */
async function darkestBelow({ canvas, at }: EditorScreen): Promise<'white' | 'faint' | 'black'> {
  const corners = { from: await at(words.x, words.y + 100), to: await at(words.x + words.width, words.y + 140) }
  const darkest = await canvas
    .locator('canvas')
    .first()
    .evaluate((drawn: HTMLCanvasElement, { from, to }) => {
      const { left, top, width } = drawn.getBoundingClientRect()
      const ratio = drawn.width / width
      const [x, y] = [(from.x - left) * ratio, (from.y - top) * ratio]
      const area = drawn.getContext('2d')?.getImageData(x, y, (to.x - from.x) * ratio, (to.y - from.y) * ratio)
      return area?.data.reduce((least, value) => Math.min(least, value), 255) ?? 0
    }, corners)
  return darkest > 240 ? 'white' : darkest > 120 ? 'faint' : 'black'
}

/** Around glyphs that no font has. */
const canvasMarks = ({ canvas }: EditorScreen) => canvas.locator('polygon[class*="fill-bad"]')

const field = ({ page: shown }: EditorScreen, name = 'Words') => shown.getByRole('textbox', { name: `Text of ${name}` })

/** The text of a layer as the draft has it. */
const storedText = async (editor: EditorScreen, name = 'Words') => {
  await editor.saved()
  return (await editor.stored(name))?.text
}

describe.skipIf(chromiumPath === undefined)('text on the canvas', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  async function open(design: object = page, sample?: object) {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin, design)
    if (sample) await ask(visitor, `${dashboard.origin}/v1/templates/${id}`, { method: 'PATCH', body: { sample } })
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    return { editor, page: visitor.page }
  }

  async function doubleClick(editor: EditorScreen, x: number, y: number) {
    const at = await editor.at(x, y)
    await editor.page.mouse.dblclick(at.x, at.y)
    await getsFocus(field(editor))
  }

  test('48, 49, 51: types where is clicked, by words and paragraphs, with styles, and undoes a burst at once', async () => {
    const { editor, page: shown } = await open({ ...page, layers: [words, turned] })
    const { keyboard } = shown
    await doubleClick(editor, 62, 80)
    await stopClock(shown)
    await keyboard.type('Number ')
    await expect.poll(() => field(editor).inputValue()).toBe('Number One two three')
    await keyboard.press('End')
    await keyboard.press('Control+Shift+ArrowLeft')
    await keyboard.press('Control+b')
    await expect.poll(() => storedText(editor)).toBe('Number One two **three**')
    await keyboard.press('Control+i')
    await expect.poll(() => storedText(editor)).toBe('Number One two ***three***')
    for (let times = 0; times < 3; times++) await keyboard.press('Control+z')
    await expect.poll(() => storedText(editor)).toBe('One two three')
    const size = shown.getByRole('textbox', { name: 'Size of the selected text in pixels' })
    await keyboard.press('Control+a')
    await size.fill('20')
    await size.press('Escape')
    await getsFocus(field(editor))
    await keyboard.press('Control+a')
    await size.click()
    await size.fill('*2')
    await size.press('Enter')
    await getsFocus(field(editor))
    await expect.poll(() => storedText(editor)).toBe('[One two three](size=2)')
    await size.press('Shift+ArrowUp')
    await size.press('ArrowDown')
    await expect.poll(() => size.inputValue()).toBe('89')
    await size.fill('a lot')
    await size.press('Enter')
    await shown.getByText('“a lot” is not a number. The value did not change.').waitFor()
    await expect.poll(() => storedText(editor)).toBe('[One two three](size=2.225)')
    await getsFocus(field(editor))
    // The keyboard shows what the field is.
    await size.focus()
    await shown.getByRole('tooltip').getByText('Size of the selected text in pixels').waitFor()
    await size.fill('0.01')
    await size.press('Enter')
    await shown.getByText('The minimum is 2.').waitFor()
    await expect.poll(() => size.inputValue()).toBe('2')
    await expect.poll(() => storedText(editor)).toBe('[One two three](size=0.05)')
    await keyboard.press('Control+z')
    await expect.poll(() => storedText(editor)).toBe('[One two three](size=2.225)')
    await getsFocus(field(editor))
    // A press in the text takes back what is no number, and the arrow after it moves the caret.
    const caret = () => field(editor).evaluate(({ selectionStart }: HTMLTextAreaElement) => selectionStart)
    await size.fill('80')
    await expect.poll(() => storedText(editor)).toBe('[One two three](size=2)')
    await keyboard.type('x')
    await editor.click(62, 80)
    await getsFocus(field(editor))
    await expect.poll(caret).toBe(0)
    await keyboard.press('ArrowRight')
    await expect.poll(caret).toBe(1)
    await expect.poll(() => storedText(editor)).toBe('[One two three](size=2.225)')
    expect(await editor.stored('Words')).toMatchObject({ x: words.x, y: words.y })
    await keyboard.press('Control+a')
    await keyboard.press('Control+z')
    await expect.poll(() => storedText(editor)).toBe('[One two three](size=2)')
    await keyboard.press('Control+z')
    await expect.poll(() => storedText(editor)).toBe('One two three')
    // The field for a link is that of the words that are selected.
    await keyboard.press('Home')
    await keyboard.press('Control+Shift+ArrowRight')
    await keyboard.press('Control+k')
    const url = shown.getByRole('textbox', { name: 'URL of the link' })
    await url.fill('https://example.com/one')
    const third = await editor.at(170, 80)
    await shown.mouse.dblclick(third.x, third.y)
    await expect.poll(() => url.inputValue()).toBe('')
    await url.press('Escape')
    // Also once a button beside the canvas was pressed, a key is no shortcut.
    await editor.inspector.getByRole('button', { name: 'More', exact: true }).first().click()
    for (const arrow of ['ArrowRight', 'Shift+ArrowDown', 'Control+Alt+ArrowRight']) await keyboard.press(arrow)
    await keyboard.press('q')
    await expect.poll(() => field(editor).inputValue()).toContain('q')
    await expect.poll(() => storedText(editor)).toContain('q')
    expect(await editor.stored('Words')).toMatchObject({ x: words.x, y: words.y, width: words.width })
    await keyboard.press('Escape')
    await expect.poll(() => field(editor).count()).toBe(0)
    // A new text without a letter is no layer, and no step: undo is of what was typed before.
    for (const leave of [() => keyboard.press('Escape'), () => editor.click(20, 380)]) {
      await keyboard.press('t')
      await editor.click(100, 300)
      await getsFocus(field(editor, 'Text'))
      await leave()
      await expect.poll(() => editor.layers.getByRole('treeitem').count()).toBe(2)
    }
    await keyboard.press('Control+z')
    await expect.poll(() => storedText(editor)).not.toContain('q')
    await keyboard.press('Control+Shift+z')
    await expect.poll(() => storedText(editor)).toContain('q')
    // Clicked, it grows; dragged, it is a box of that size. Typing begins at once.
    await keyboard.press('t')
    await editor.click(100, 300)
    await keyboard.type('Hi')
    await keyboard.press('Escape')
    await expect.poll(() => editor.stored('Text')).toMatchObject({ text: 'Hi', fit: 'grow', x: 100 })
    await keyboard.press('t')
    await editor.drag([320, 20], [520, 50])
    await keyboard.type('Ho')
    await keyboard.press('Escape')
    const near = (value: number) => expect.closeTo(value, -1)
    const box = { x: near(320), y: near(20), width: near(200), height: near(30) }
    await expect.poll(() => editor.stored('Text 2')).toMatchObject({ text: 'Ho', ...box })
    await expect.poll(() => editor.stored('Text 2')).not.toMatchObject({ fit: 'grow' })
    for (const name of ['Text 2', 'Text']) {
      await editor.layer(name).click()
      await keyboard.press('Delete')
      await expect.poll(() => editor.layer(name).count()).toBe(0)
    }

    // In a turned text: a word by two clicks, words by a drag after them, a paragraph by three, and more with Shift.
    const devTools = await opened.visitor.context.newCDPSession(shown)
    type Kind = 'mousePressed' | 'mouseMoved' | 'mouseReleased'
    const sent = async (type: Kind, [x, y]: readonly [number, number], more: { clickCount?: number } = {}) => {
      const at = await editor.at(x, y)
      return { type, ...at, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1, ...more } as const
    }
    // All at once: clicks that are slow are no double click.
    const send = async (...events: readonly ReturnType<typeof sent>[]) => {
      const all = await Promise.all(events)
      await Promise.all(all.map((event) => devTools.send('Input.dispatchMouseEvent', event)))
    }
    const clicks = (place: readonly [number, number], count: number) => {
      const each = Array.from({ length: count }, (_, at) => ({ clickCount: at + 1 }))
      return send(...each.flatMap((at) => [sent('mousePressed', place, at), sent('mouseReleased', place, at)]))
    }
    const selected = () =>
      field(editor, 'Turned').evaluate((own: HTMLTextAreaElement) =>
        own.value.slice(own.selectionStart, own.selectionEnd),
      )
    await clicks(inTurned(20, 24), 2)
    await getsFocus(field(editor, 'Turned'))
    await clicks(inTurned(20, 24), 2)
    await expect.poll(selected).toBe('Red')
    await clicks(inTurned(40, 24), 3)
    await expect.poll(selected).toBe('Red blue')
    const [four, five] = [inTurned(30, 72), inTurned(110, 72)]
    const again = { clickCount: 2 }
    await send(sent('mousePressed', four), sent('mouseReleased', four), sent('mousePressed', four, again))
    await send(sent('mouseMoved', five), sent('mouseReleased', five, again))
    await expect.poll(selected).toBe('four five')
    await clicks(inTurned(2, 24), 1)
    await expect.poll(selected).toBe('')
    await keyboard.down('Shift')
    const end = await editor.at(...inTurned(400, 24))
    await shown.mouse.click(end.x, end.y)
    await keyboard.up('Shift')
    await expect.poll(selected).toBe('Red blue')
  })

  test('50: shows what an input method composes in place, and undoes it as one step', async () => {
    const { editor, page: shown } = await open()
    await doubleClick(editor, 62, 80)
    const devTools = await opened.visitor.context.newCDPSession(shown)
    const compose = (text: string) =>
      devTools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    for (const text of ['k', 'か', 'かn', 'かん', '漢']) await compose(text)
    await expect.poll(() => field(editor).inputValue()).toBe('漢One two three')
    await devTools.send('Input.insertText', { text: '漢字' })
    await expect.poll(() => storedText(editor)).toBe('漢字One two three')
    await shown.keyboard.press('Control+z')
    await expect.poll(() => storedText(editor)).toBe('One two three')
    await shown.keyboard.press('Control+Shift+z')
    await expect.poll(() => storedText(editor)).toBe('漢字One two three')
    // What is given up leaves nothing, not even a step.
    await compose('x')
    await compose('')
    // A dead key: the accent is shown until its letter comes.
    await shown.keyboard.press('Control+Home')
    await compose('´')
    await expect.poll(() => field(editor).inputValue()).toBe('´漢字One two three')
    await devTools.send('Input.insertText', { text: 'é' })
    await expect.poll(() => storedText(editor)).toBe('é漢字One two three')
    await shown.keyboard.press('Control+z')
    await expect.poll(() => storedText(editor)).toBe('漢字One two three')
    await shown.keyboard.press('Control+z')
    await expect.poll(() => storedText(editor)).toBe('One two three')
  })

  test('55: a text that a field fills is typed into as the sample value of the field', async () => {
    const tags = { ...words, name: 'Labels', y: 250, text: { bind: ['Tags', 'Title'] } }
    const layers = [{ ...words, text: { bind: 'Title' } }, tags]
    const { editor, page: shown } = await open({ ...page, layers }, { Tags: ['New', 'Sale'] })
    const enter = async (layer: string, field: string) => {
      await editor.layer(layer).click()
      await editor.canvas.focus()
      await shown.keyboard.press('Enter')
      return editor.canvas.getByRole('textbox', { name: `Sample value of ${field}` })
    }
    const sample = await enter('Words', 'Title')
    await sample.fill('Summer fair')
    await sample.click()
    await sample.dblclick()
    await sample.fill('Summer sale')
    await sample.press('Escape')
    await closes(sample)
    // The text of a list is no list: it is typed entry by entry.
    await enter('Labels', 'Tags')
    await getsFocus(editor.canvas.getByRole('textbox', { name: 'Tags 1' }))
    await shown.keyboard.press('Control+a')
    await shown.keyboard.type('Newer')
    // Of several fields, each can be chosen.
    await editor.canvas
      .getByRole('group', { name: 'Fields of this text' })
      .getByRole('button', { name: 'Title' })
      .click()
    const other = editor.canvas.getByRole('textbox', { name: 'Sample value of Title' })
    await expect.poll(() => other.inputValue()).toBe('Summer sale')
    await other.press('Escape')
    const { dashboard, visitor } = opened
    const stored = async () => (await ask(visitor, `${dashboard.origin}/v1/templates/${editor.id}`)).sample
    await expect.poll(stored).toEqual({ Title: 'Summer sale', Tags: ['Newer', 'Sale'] })
    await expect.poll(() => storedText(editor)).toEqual({ bind: 'Title' })
  })

  test('49: a web page that is pasted and keys that follow it closely lose nothing; the caret stays in sight', async () => {
    const { editor, page: shown } = await open()
    await opened.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await doubleClick(editor, 62, 80)
    await shown.keyboard.press('Control+a')
    const line = 'A *star*, [1] (two) {three} \\ 50 % <b>bold</b>\u00a0and\ttabs: 漢字 مرحبا.'
    const article = Array.from({ length: 80 }, (_, at) => `${at} ${line}`).join('\n')
    await shown.evaluate(async (text) => {
      const blob = (type: string, part: string) => new Blob([part], { type })
      const both = { 'text/plain': blob('text/plain', text), 'text/html': blob('text/html', `<h1>${text}</h1>`) }
      await navigator.clipboard.write([new ClipboardItem(both)])
    }, article)
    await shown.keyboard.press('Control+v')
    await expect.poll(() => field(editor).inputValue()).toBe(article)
    const typed = ' Typed behind it, faster than anyone types, *and* {{ more.'
    const devTools = await opened.visitor.context.newCDPSession(shown)
    await Promise.all([...typed].map((text) => devTools.send('Input.dispatchKeyEvent', { type: 'char', text })))
    await expect.poll(() => field(editor).inputValue()).toBe(article + typed)
    // As many again, in bursts that do not wait for what is drawn.
    const bursts = Array.from({ length: 50 }, (_, at) => `${at} `.padEnd(100, 'word '))
    for (const burst of bursts) await shown.keyboard.insertText(burst)
    const all = article + typed + bursts.join('')
    await expect.poll(() => field(editor).inputValue()).toBe(all)
    const stored = readText(String(await storedText(editor)), { markup: true })
    expect(stored.plain).toBe(all)
    // The field is at the caret, and at the edge of the canvas while the caret is beyond that.
    const bottomOf = async (part: Locator) => {
      const box = await part.boundingBox()
      return box ? box.y + box.height : Number.NaN
    }
    const room = async () => (await bottomOf(editor.canvas)) - (await bottomOf(field(editor)))
    await expect.poll(room).toBeGreaterThan(10)
    const undone = async () => {
      await shown.keyboard.press('Control+z')
      return storedText(editor)
    }
    await expect.poll(undone).toBe('One two three')
    // The event of a selection comes after the view moved, or after the next key was pressed.
    await field(editor).evaluate((own: HTMLTextAreaElement) => {
      own.select()
      own.dispatchEvent(new WheelEvent('wheel', { deltaY: 1, bubbles: true, cancelable: true }))
    })
    await shown.keyboard.press('Control+u')
    await expect.poll(() => storedText(editor)).toBe('[One two three](underline)')
    await field(editor).evaluate((own: HTMLTextAreaElement) => {
      own.setSelectionRange(0, 3)
      own.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', code: 'KeyU', ctrlKey: true, bubbles: true }))
    })
    await expect.poll(() => storedText(editor)).toBe('One[ two three](underline)')
    // What was typed within a frame is there for the key that follows.
    await field(editor).evaluate((own: HTMLTextAreaElement) => {
      own.setSelectionRange(own.value.length, own.value.length)
      for (const letter of ['a', 'b', 'c']) document.execCommand('insertText', false, letter)
      own.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    await expect.poll(() => storedText(editor)).toBe('One[ two threeabc](underline)')
  })

  test('51, 53, 54: says how the text fits and what no font has, with a fix; styles and links a part by keyboard', async () => {
    const { editor, page: shown } = await open({ ...page, layers: [{ ...words, fit: 'truncate' }, chart] })
    const { keyboard } = shown
    // Where nothing is selected as well.
    await canvasMarks(editor).first().waitFor({ state: 'attached' })
    await expect.poll(() => canvasMarks(editor).count()).toBe(1)
    const { inspector, canvas } = editor
    const messages = inspector.getByRole('list', { name: 'Messages' })
    await doubleClick(editor, 62, 80)
    await keyboard.press('Control+a')
    await keyboard.type('More words than this small box has room for, by far, and some more')
    await canvas.getByText(/^The text does not fit: \d words are cut off$/).waitFor()
    // They are seen as long as the text is typed into, faintly.
    await expect.poll(() => darkestBelow(editor)).toBe('faint')
    for (let times = 0; times < 2; times++) await keyboard.press('Escape')
    await expect.poll(() => editor.layer('Words').getAttribute('aria-selected')).toBe('false')
    await canvas.getByText(/^The text does not fit: \d words are cut off$/).waitFor()
    await expect.poll(() => darkestBelow(editor)).toBe('white')
    await doubleClick(editor, 62, 80)
    await messages.getByRole('button', { name: 'Shrink to fit' }).click()
    await canvas.getByText(/^Shrunk to \d\d %$/).waitFor()
    await expect.poll(async () => (await editor.stored('Words'))?.fit).toBeUndefined()
    await getsFocus(field(editor))
    await keyboard.press('Control+a')
    await keyboard.insertText('Sun \u{13000}')
    await canvas.getByText(/^Neither Inter nor a fallback font contains \u{13000} \(U\+13000\)$/u).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await shown.emulateMedia({ colorScheme })
      await shown.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme)
      expect(await opened.visitor.axe()).toEqual([])
    }
    await shown.emulateMedia({ colorScheme: 'light' })
    await messages.getByRole('button', { name: 'Use a font that has it' }).click()
    await shown.getByRole('dialog', { name: 'Fonts' }).waitFor()
    await keyboard.press('Escape')
    await closes(shown.getByRole('dialog', { name: 'Fonts' }))

    await keyboard.type('Go')
    await keyboard.press('Control+a')
    await keyboard.press('Control+k')
    const url = shown.getByRole('textbox', { name: 'URL of the link' })
    await url.fill('no link')
    await url.press('Enter')
    await canvas.getByText(/^Type a URL/).waitFor()
    await url.click()
    await url.fill('example.com')
    await url.press('Enter')
    const linked = async () => storedText(editor)
    await expect.poll(linked).toMatch(/^\[.*Go\]\(link=https:\/\/example\.com\)$/)

    const focused = () => shown.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await getsFocus(field(editor))
    await keyboard.press('Control+a')
    await keyboard.press('Tab')
    await expect.poll(focused).toBe('Bold')
    await keyboard.press('ArrowRight')
    await expect.poll(focused).toBe('Italic')
    await keyboard.press('End')
    await expect.poll(focused).toBe('Link')
    await keyboard.press('ArrowRight')
    await keyboard.press('Enter')
    await expect.poll(focused).toBe('Text of Words')
    await keyboard.press('Control+a')
    const color = { name: 'Colour of the selected text' }
    await shown.getByRole('button', color).click()
    const picker = shown.getByRole('dialog', color)
    await picker.getByRole('combobox', { name: 'Format' }).click()
    await shown.getByRole('option', { name: 'HSL' }).click()
    await expect.poll(() => picker.getByRole('textbox', { name: 'Colour' }).inputValue()).toMatch(/^hsl\(/)
    await picker.getByRole('textbox', { name: 'Colour' }).fill('#c00')
    await keyboard.press('Enter')
    await expect.poll(linked).toMatch(/Go\]\(.*color=#c(c00)?00/)
    await keyboard.press('Escape')
    await expect.poll(focused).toBe('Text of Words')
    const part = inspector.getByRole('region', { name: 'Selected text' })
    await part.getByRole('button', { name: 'Choose a font' }).click()
    const fonts = shown.getByRole('dialog', { name: 'Fonts' })
    await fonts
      .getByRole('option', { name: /^Inter/ })
      .first()
      .waitFor()
    await expect.poll(() => fonts.getByRole('group', { name: 'Weight' }).count()).toBe(0)
    await keyboard.press('Escape')
    await fonts.waitFor({ state: 'detached' })
    const weight = part.getByRole('textbox', { name: 'Weight' })
    await weight.fill('600')
    await weight.press('Enter')
    await expect.poll(linked).toMatch(/Go\]\((?=.*color=#c).*weight=600.*link=https:\/\/example\.com\)$/)
  })
})
