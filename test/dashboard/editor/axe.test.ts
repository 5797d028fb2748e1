import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { ask, createRecords, createTemplate, type EditorScreen, openEditor } from './editor.test-kit.ts'

const fill = { type: 'linear', stops: [{ color: '#ffffff' }, { color: '#4f46e5' }] }
const design = {
  schema: 1,
  name: 'Everything',
  width: 600,
  height: 400,
  background: '#ffffff',
  layers: [
    { type: 'rectangle', name: 'Card', x: 20, y: 20, width: 200, height: 120, fill, stroke: { width: 4 } },
    { type: 'text', name: 'Title', x: 20, y: 160, width: 80, height: 20, text: 'Far too many words', fontSize: 40 },
    { type: 'image', name: 'Photo', x: 300, y: 20, width: 200, height: 120, src: 'data:image/png;base64,AAAA' },
    { type: 'chart', name: 'Sales', x: 300, y: 200, width: 200, height: 120, values: [1, 2] },
    { type: 'text', name: 'Name', x: 20, y: 200, width: 200, height: 40, text: { bind: 'Name' } },
  ],
}

/** Each leaves something open that the next one closes. */
const views: Readonly<Record<string, (editor: EditorScreen) => Promise<void>>> = {
  'nothing selected': ({ inspector }) => inspector.getByRole('textbox', { name: 'Width' }).waitFor(),
  'a layer selected': async ({ layer, inspector }) => {
    await layer('Card').click()
    await inspector.getByRole('region', { name: 'Stroke' }).waitFor()
  },
  'a text that is cut off': async ({ layer, inspector }) => {
    await layer('Title').click()
    await inspector.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
  },
  'a picture that fails': ({ layer }) => layer('Photo').click(),
  'several layers': async ({ page, canvas }) => {
    await canvas.focus()
    await page.keyboard.press('Control+a')
  },
  insert: async ({ page }) => {
    await page.getByRole('tab', { name: 'Insert' }).click()
    await page.getByRole('tabpanel').first().waitFor()
  },
  'sample values': async ({ page }) => {
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.getByRole('button', { name: 'Sample values', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  },
  'the contact sheet': async ({ page, canvas }) => {
    await canvas.focus()
    await page.keyboard.press('g')
    const tiles = page.getByRole('list', { name: 'Contact sheet' }).locator('canvas')
    const widths = () =>
      tiles.evaluateAll((all) => all.map((each) => each instanceof HTMLCanvasElement && each.width > 0))
    await expect.poll(widths).toEqual([true, true])
  },
  'the menu of a layer': async (editor) => {
    await editor.canvas.focus()
    await editor.page.keyboard.press('g')
    await editor.page.getByRole('region', { name: 'Contact sheet' }).waitFor({ state: 'detached' })
    await editor.page.getByRole('tab', { name: 'Layers' }).click()
    const { x, y } = await editor.at(120, 80)
    await editor.page.mouse.click(x, y, { button: 'right' })
    await editor.page.getByRole('menu').waitFor()
  },
  keys: async ({ page, canvas }) => {
    await page.keyboard.press('Escape')
    await closes(page.getByRole('menu'))
    await canvas.focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  },
  publish: async ({ page, canvas, saved }) => {
    await page.keyboard.press('Escape')
    await closes(page.getByRole('dialog'))
    await canvas.focus()
    await page.keyboard.press('ArrowRight')
    await saved()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').waitFor()
  },
  source: async ({ page, canvas }) => {
    await page.keyboard.press('Escape')
    await closes(page.getByRole('dialog'))
    await canvas.focus()
    await page.keyboard.press('Control+e')
    await page.getByRole('region', { name: 'Source' }).getByRole('textbox').first().waitFor()
  },
}

describe.skipIf(chromiumPath === undefined)('axe on the editor', { timeout: 300_000 }, () => {
  const opened = useDashboard({ isShared: true })

  async function openDesign(): Promise<EditorScreen> {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin, design)
    const rows = [{ Name: 'Cup' }, { Name: 'Pot' }]
    const records = { fields: [{ name: 'Name', kind: 'text' }], rows }
    const preview_source = await createRecords(visitor, dashboard.origin, records)
    await ask(visitor, `${dashboard.origin}/v1/templates/${id}`, { method: 'PATCH', body: { preview_source } })
    return openEditor(visitor, { origin: dashboard.origin, id })
  }

  test('finds nothing in either theme, whatever is open', async () => {
    const { visitor } = opened
    const editor = await openDesign()
    const found: string[] = []
    for (const [view, open] of Object.entries(views)) {
      await open(editor)
      for (const colorScheme of ['light', 'dark'] as const) {
        await visitor.page.emulateMedia({ colorScheme })
        await visitor.page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme)
        found.push(...(await visitor.axe()).map((violation) => `${view}, ${colorScheme}: ${violation}`))
      }
    }
    expect(found).toEqual([])
  })

  test('96: nothing moves for people who ask for reduced motion', async () => {
    const editor = await openDesign()
    const { page } = editor
    const moved = async (reducedMotion: 'reduce' | 'no-preference') => {
      await page.emulateMedia({ reducedMotion })
      await page.reload()
      await editor.drawn()
      await page.evaluate(() => {
        const seen = new Set<string>()
        Reflect.set(globalThis, 'moved', seen)
        const look = () => {
          for (const { effect } of document.getAnimations())
            if (effect instanceof KeyframeEffect) seen.add(effect.target?.outerHTML.slice(0, 120) ?? '')
          requestAnimationFrame(look)
        }
        look()
      })
      for (const open of Object.values(views)) await open(editor)
      return page.evaluate(() => [...Reflect.get(globalThis, 'moved')])
    }
    expect(await moved('reduce')).toEqual([])
    expect(await moved('no-preference')).not.toEqual([])
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })
})
