import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import { useDashboard } from '#test/dashboard/open-dashboard.ts'
import { createTemplate, editorOn, openEditor } from './editor.test-kit.ts'

describe.skipIf(chromiumPath === undefined)('the editor', { timeout: 180_000 }, () => {
  const opened = useDashboard({ settings: { PICTABLE_SEED_SAMPLE: 'false' } })

  test('1, 2: opens fitted with 48 px around the page, on its last picture, and nothing jumps', async () => {
    const { visitor, dashboard } = opened
    const { page } = visitor
    const id = await createTemplate(visitor, dashboard.origin)
    const waiting: Route[] = []
    await page.route('**/v1/template-fonts', (route) => void waiting.push(route))
    await visitor.visit(`/templates/${id}/edit`)
    const { canvas } = editorOn(visitor, id)
    const picture = canvas.locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const before = await picture.boundingBox()
    const around = await canvas.boundingBox()
    for (const route of waiting) await route.continue()
    await page.unroute('**/v1/template-fonts')
    await editorOn(visitor, id).drawn()
    if (!before || !around) throw new Error('nothing is shown')
    const margins = [before.x - around.x, around.x + around.width - before.x - before.width]
    expect(Math.min(...margins, before.y - around.y)).toBeCloseTo(48, 0)
    const drawn = await canvas.locator('canvas').first().boundingBox()
    expect([drawn?.x, drawn?.y].map((place) => Math.round(place ?? 0))).toEqual([before.x, before.y].map(Math.round))
    expect(drawn?.width).toBeCloseTo(before.width, 0)
    const again = await openEditor(visitor, { origin: dashboard.origin, id })
    expect(await again.layer('Red').count()).toBe(1)
  })
})
