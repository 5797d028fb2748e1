import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const shots = join(import.meta.dirname, '..', '..', 'out', 'dashboard')

const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const
/** They are for people, and cost half of what a look does: `SCREENSHOTS=true` takes them. */
const takesScreenshots = process.env.SCREENSHOTS === 'true'
const schemes = ['light', 'dark'] as const
/** Long lists go on for ever. */
const mostSeenPx = 4000

/**
 * Rules of WCAG 2.2 AA, and what is good practice beyond them. What floats over the page, such as a menu, stands at the
 * end of the document, outside of its landmarks.
 */
const rules = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { region: { enabled: false } },
  // Describing what is as it should be takes a quarter of the time.
  resultTypes: ['violations'],
}

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary?: string }[]
}

/** One person's browser: what it must never see is gathered in `troubles`. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** Console errors, uncaught errors, requests to other hosts. Empty unless something is wrong. */
  troubles: string[]
  /** Goes there and waits until the page stands. */
  visit(path: string): Promise<void>
  /** What axe finds on the page as it is, each with the elements it means. */
  axe(): Promise<string[]>
  /**
   * axe on the page, wide in light and narrow in dark, and whether it fits there from right to left; `SCREENSHOTS=true`
   * leaves pictures of all four in `out/dashboard/`.
   */
  look(name: string): Promise<string[]>
}

/** Answers that a test provokes on purpose are listed in `expected`, such as `401`. */
export async function openVisitor(
  browser: Browser,
  origin: string,
  expected: readonly string[] = [],
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: sizes.desktop, locale: 'en-GB', reducedMotion: 'reduce' })
  // As long as `expect.poll()` waits.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !expected.some((known) => text.includes(known)))
      troubles.push(`console: ${text} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) troubles.push(`asked ${url.origin}`)
  })

  async function check(): Promise<string[]> {
    if (await page.evaluate(() => !Reflect.has(globalThis, 'axe'))) await page.evaluate(axe.source)
    const violations = await page.evaluate<Violation[], typeof rules>(
      async (options) => (await Reflect.get(globalThis, 'axe').run(document, options)).violations,
      rules,
    )
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n  ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n  ')}`,
    )
  }

  const shoot = async (name: string) => {
    if (takesScreenshots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true })
  }

  /** All of the page at once: a bar at the edge of the window half covers whatever has been scrolled under it. */
  async function seeWhole({ width, height }: { width: number; height: number }): Promise<void> {
    const wholePx = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.min(Math.max(height, wholePx), mostSeenPx) })
  }

  /** Turned around, nothing leaves the window. */
  async function turnAround(name: string): Promise<string[]> {
    const turn = (dir: string) =>
      page.evaluate(async (now) => {
        document.documentElement.dir = now
        await new Promise(requestAnimationFrame)
        return document.documentElement.scrollWidth - innerWidth
      }, dir)
    const tooWidePx = await turn('rtl')
    await shoot(`${name}-rtl`)
    await turn('ltr')
    return tooWidePx > 0 ? [`${name}: from right to left it is ${tooWidePx} px too wide`] : []
  }

  return {
    page,
    context,
    troubles,
    axe: check,
    async visit(path) {
      await page.goto(origin + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    async look(name) {
      const found: string[] = []
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport)
        for (const colorScheme of schemes) {
          // Sizes and colours have their faults apart from each other: two of the four show them all.
          const isChecked = (size === 'phone') === (colorScheme === 'dark')
          if (!isChecked && !takesScreenshots) continue
          await page.emulateMedia({ colorScheme })
          await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme)
          const shot = `${name}-${size}-${colorScheme}`
          await shoot(shot)
          if (!isChecked) continue
          await seeWhole(viewport)
          found.push(...(await check()).map((one) => `${shot}: ${one}`), ...(await turnAround(shot)))
        }
      }
      await page.setViewportSize(sizes.desktop)
      await page.emulateMedia({ colorScheme: 'light' })
      return found
    },
  }
}
