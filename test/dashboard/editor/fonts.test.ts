import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { closes } from '#test/dashboard/at-rest.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { fontPack } from '#test/fakes/fonts/google-fonts.ts'
import { createTemplate, openEditor } from './editor.test-kit.ts'

const title = { type: 'text', name: 'Title', x: 0, y: 0, width: 600, height: 120, text: 'Cup سوق شاي', fontSize: 60 }
const rune = { ...title, name: 'Rune', y: 200, text: '\u16a0' }
const design = { schema: 1, name: 'Fonts', width: 600, height: 400, background: '#ffffff', layers: [title, rune] }

describe.skipIf(chromiumPath === undefined)('fonts and icons', { timeout: 300_000 }, () => {
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false', PICTABLE_FONT_PACK: fontPack } })

  test('54, 81: the picker shows each font with the text, and those that have all of it; icons can be inserted', async () => {
    const { visitor, dashboard } = opened
    const id = await createTemplate(visitor, dashboard.origin, design)
    const editor = await openEditor(visitor, { origin: dashboard.origin, id })
    const { page, inspector } = editor
    const picker = page.getByRole('dialog', { name: 'Fonts' })
    const search = picker.getByRole('combobox', { name: 'Search fonts' })
    const option = (name: RegExp) => picker.getByRole('option', { name })
    const patiently = { timeout: 60_000 }
    await editor.layer('Title').click()
    await inspector.getByRole('button', { name: 'Choose a font' }).click()
    await option(/^Inter/)
      .first()
      .waitFor(patiently)
    await expect.poll(() => picker.getByRole('option').count()).toBeLessThan(30)

    const serif = option(/^Noto Serif/)
    await search.fill('noto serif')
    await serif.getByText(/^Lacks/).waitFor(patiently)
    const sample = await serif.getByText('Cup سوق شاي').evaluate((node) => getComputedStyle(node).fontFamily)
    expect(sample).toMatch(/^"?pictable-/)
    await search.fill('montserrat')
    await option(/^Montserrat.*Install/)
      .getByText(/^Lacks .*س/)
      .waitFor()
    await search.fill('cairo')
    const cairo = option(/^Cairo.*Install/)
    await expect.poll(() => cairo.locator('[style*="font-script-samples"]').count()).toBe(1)
    await expect.poll(() => cairo.getByText(/^Lacks/).count()).toBe(0)

    await search.fill('')
    await picker.getByText(/Inter lacks/).waitFor(patiently)
    await picker.getByRole('button', { name: 'Find complete fonts' }).click()
    await option(/^Noto Sans Arabic/).click(patiently)
    await expect.poll(async () => (await editor.stored('Title'))?.fontFamily, patiently).toBe('Noto Sans Arabic')
    await picker.waitFor({ state: 'detached' })
    await inspector.getByRole('button', { name: 'Choose a font' }).click()
    await picker.getByRole('button', { name: 'Bold 700' }).click(patiently)
    await expect.poll(async () => (await editor.stored('Title'))?.fontWeight, patiently).toBe(700)
    await page.keyboard.press('Escape')
    await picker.waitFor({ state: 'detached' })

    // A family of the pack is installed by choosing it.
    const family = async () => (await editor.stored('Title'))?.fontFamily
    await inspector.getByRole('button', { name: 'Choose a font' }).click()
    await search.fill('bebas')
    await option(/^Bebas Neue.*Install/).click(patiently)
    await closes(picker)
    await expect.poll(family, patiently).toBe('Bebas Neue')
    // A file of this computer is uploaded and chosen; it is variable.
    await inspector.getByRole('button', { name: 'Choose a font' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      picker.getByRole('button', { name: 'Upload font' }).click(),
    ])
    await chooser.setFiles('node_modules/inter-ui/variable/InterVariable.woff2')
    await expect.poll(family, patiently).toBe('Inter Variable')
    await picker.getByRole('slider', { name: 'Optical size' }).press('End', patiently)
    await expect.poll(async () => (await editor.stored('Title'))?.fontVariations, patiently).toEqual({ opsz: 32 })
    await page.keyboard.press('Escape')
    await closes(picker)

    await editor.layer('Rune').click()
    await inspector.getByText('Neither Inter nor a fallback font contains \u16a0 (U+16A0)').waitFor(patiently)
    await inspector.getByRole('button', { name: 'Use a font that has it' }).click()
    await picker.getByRole('checkbox', { name: 'Only fonts with every character', checked: true }).waitFor(patiently)
    await picker.getByText(/^No installed font has every character/).waitFor(patiently)
    await page.keyboard.press('Escape')
    await picker.waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: 'Insert' }).click()
    const offers = page.getByRole('list', { name: 'Insert' })
    await offers.getByRole('button', { name: 'Group' }).click()
    const group = { type: 'group', children: [{ type: 'rectangle' }, { type: 'text', text: 'Label' }] }
    await expect.poll(() => editor.stored('Group'), patiently).toMatchObject(group)
    await expect.poll(() => editor.stored('Group')).not.toHaveProperty('layout')
    await offers.getByRole('button', { name: 'Picture' }).click()
    await page.getByRole('dialog', { name: 'Choose a picture' }).waitFor(patiently)
    await page.keyboard.press('Escape')
    const icons = page.getByRole('region', { name: 'Icons' })
    await icons.getByRole('searchbox', { name: 'Search icons' }).fill('trolley')
    await icons.getByRole('button', { name: 'Shopping cart', exact: true }).press('Enter', patiently)
    const inserted = { type: 'svg', stroke: '#17171c' }
    await expect.poll(() => editor.stored('Shopping cart'), patiently).toMatchObject(inserted)
  })
})
