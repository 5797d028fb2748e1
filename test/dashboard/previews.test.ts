import type { Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '#test/browser/chromium.ts'
import type { Visitor } from './browser.ts'
import { type Dashboard, openDashboard } from './open-dashboard.ts'

const patiently = { timeout: 60_000 }
const maxPreviewBytes = 20_000
/** 1.91:1, 1:1, 9:16, 3:1 and A4. */
const sizes = [
  [1200, 628],
  [1080, 1080],
  [1080, 1920],
  [1500, 500],
  [1240, 1754],
] as const
const images = 21

const designOf = (width: number, height: number) => ({
  schema: 1,
  name: 'Ratio',
  width,
  height,
  background: { type: 'linear', angle: 45, stops: [{ color: '#ff8800' }, { color: '#0044ff' }] },
  layers: [{ type: 'text', name: 'Title', text: { bind: 'Name' }, width, height, fontSize: 120 }],
})

interface Seen {
  /** Where the picture is drawn, and its place. */
  ratio: number
  naturalRatio: number
  isInside: boolean
}

describe.skipIf(chromiumPath === undefined)('previews', () => {
  let dashboard: Dashboard
  let visitor: Visitor
  beforeAll(async () => {
    dashboard = await openDashboard({ PICTABLE_SEED_SAMPLE: 'false' })
    visitor = await dashboard.owner()
    for (let made = 0; made < images; made++) {
      const [width, height] = sizes[made % sizes.length] ?? sizes[0]
      const formats = made === images - 1 ? ['pdf'] : ['png']
      const answer = await visitor.context.request.post(`${dashboard.origin}/v1/images`, {
        headers: { origin: dashboard.origin },
        data: { template: designOf(width, height), values: { Name: `Image ${made} of ${width} x ${height}` }, formats },
      })
      expect(answer.status()).toBe(201)
    }
  })
  afterAll(() => dashboard?.close())

  async function picturesOn(path: string, count: number) {
    const { page } = visitor
    const loads: Promise<{ url: string; bytes: number }>[] = []
    const note = (response: Response) => {
      if (!new URL(response.url()).pathname.startsWith('/images/')) return
      loads.push(response.body().then((body) => ({ url: response.url(), bytes: body.length })))
    }
    page.on('response', note)
    await visitor.visit(path)
    const pictures = page.locator('main img[src^="/images/"]')
    await expect
      .poll(async () => {
        for (const picture of await pictures.all()) await picture.scrollIntoViewIfNeeded()
        return pictures.evaluateAll(
          (all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length,
        )
      }, patiently)
      .toBeGreaterThanOrEqual(count)
    page.off('response', note)
    const seen = await pictures.evaluateAll((all): Seen[] =>
      all.map((one) => {
        const [box, place] = [one.getBoundingClientRect(), one.parentElement?.parentElement?.getBoundingClientRect()]
        if (!(one instanceof HTMLImageElement) || place === undefined) throw new Error('a picture in its place')
        const isInside =
          box.left >= place.left - 1 &&
          box.right <= place.right + 1 &&
          box.top >= place.top - 1 &&
          box.bottom <= place.bottom + 1
        return { ratio: box.width / box.height, naturalRatio: one.naturalWidth / one.naturalHeight, isInside }
      }),
    )
    return { seen, loads: await Promise.all(loads) }
  }

  test('the gallery shows images of every ratio whole, and loads nothing else', async () => {
    await visitor.page.setViewportSize({ width: 1280, height: 2400 })
    const { seen, loads } = await picturesOn('/gallery', images)
    expect(seen).toHaveLength(images)
    for (const { ratio, naturalRatio, isInside } of seen) {
      expect(isInside).toBe(true)
      expect(Math.abs(ratio / naturalRatio - 1)).toBeLessThan(0.02)
    }
    const ratios = new Set(seen.map(({ naturalRatio }) => naturalRatio.toFixed(1)))
    expect(ratios).toEqual(new Set(sizes.map(([width, height]) => (width / height).toFixed(1))))
    expect(loads).toHaveLength(images)
    for (const { bytes } of loads) expect(bytes).toBeLessThanOrEqual(maxPreviewBytes)
    expect(loads.every(({ url }) => url.endsWith('.jpg'))).toBe(true)
    expect(await visitor.look('previews')).toEqual([])
    expect(visitor.troubles).toEqual([])
  })

  test('Home shows the newest ones by their previews, too', async () => {
    const { seen, loads } = await picturesOn('/', 8)
    for (const { ratio, naturalRatio, isInside } of seen) {
      expect(isInside).toBe(true)
      expect(Math.abs(ratio / naturalRatio - 1)).toBeLessThan(0.05)
    }
    for (const { bytes } of loads) expect(bytes).toBeLessThanOrEqual(maxPreviewBytes)
  })
})
