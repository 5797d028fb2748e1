import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { createTemplate, type EditorScreen, openEditor } from './editor.test-kit.ts'

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

const PATIENTLY = { timeout: 20_000 }

const field = ({ page: shown }: EditorScreen, name = 'Words') => shown.getByRole('textbox', { name: `Text of ${name}` })

/** The text of a layer as the draft has it. */
const storedText = async (editor: EditorScreen, name = 'Words') => {
  await editor.saved()
  return (await editor.stored(name))?.text
}

describe.skipIf(chromiumPath === undefined)('text on the canvas', { timeout: 180_000 }, () => {
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false' } })

  async function open(design: object = page) {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin, design)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    await editor.saved()
    return { editor, page: visitor.page }
  }

  async function doubleClick(editor: EditorScreen, x: number, y: number) {
    const at = await editor.at(x, y)
    await editor.page.mouse.dblclick(at.x, at.y)
    await field(editor).waitFor({ state: 'attached' })
  }

  test('48, 49, 51: types where is clicked, by words and paragraphs, with styles, and undoes a burst at once', async () => {
    const { editor, page: shown } = await open()
    const { keyboard } = shown
    await doubleClick(editor, 62, 80)
    await keyboard.type('Number ')
    await expect.poll(() => field(editor).inputValue()).toBe('Number One two three')
    await keyboard.press('End')
    await keyboard.press('Control+Shift+ArrowLeft')
    await keyboard.press('Control+b')
    await expect.poll(() => storedText(editor), PATIENTLY).toBe('Number One two **three**')
    await keyboard.press('Control+z')
    await keyboard.press('Control+z')
    await expect.poll(() => storedText(editor), PATIENTLY).toBe('One two three')
    const size = shown.getByRole('textbox', { name: 'Size of the selected text in pixels' })
    await keyboard.press('Control+a')
    await size.fill('20')
    await size.press('Escape')
    await keyboard.press('Control+a')
    await size.fill('80')
    await size.press('Enter')
    await expect.poll(() => storedText(editor), PATIENTLY).toBe('[One two three](size=2)')
    await keyboard.press('Control+z')
    await expect.poll(() => storedText(editor), PATIENTLY).toBe('One two three')
    // Also once a button beside the canvas was pressed, a key is no shortcut.
    await editor.inspector.getByRole('button', { name: 'More', exact: true }).first().click()
    await keyboard.press('q')
    await expect.poll(() => field(editor).inputValue()).toContain('q')
    await keyboard.press('Escape')
    await expect.poll(() => field(editor).count()).toBe(0)
    // A new text without a letter is no layer.
    await keyboard.press('t')
    await editor.click(100, 300)
    await field(editor, 'Text').waitFor({ state: 'attached' })
    await keyboard.press('Escape')
    await expect.poll(() => editor.layers.getByRole('treeitem').count()).toBe(1)
  })
})
