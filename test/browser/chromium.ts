import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const placesOf = (...names: string[]) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'].flatMap((folder) =>
    names.map((name) => join(folder, name)),
  )

const places = [
  ...(process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []),
  ...placesOf('chromium', 'google-chrome', 'chromium-browser'),
]

/** Undefined when this machine has none: says so, and is an error where everything is tested. */
export const chromiumPath = places.find(isThere)
/** Chromium without what is around a page, such as tabs and extensions: half the processor time of a new page. */
const shellPath = placesOf('chromium-headless-shell').find(isThere)
if (chromiumPath === undefined) {
  const message = 'tests in a browser are left out: install the Debian package "chromium"'
  if (process.env.CI === 'true') throw new Error(message)
  console.warn(message)
}

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--font-render-hinting=none', '--force-color-profile=srgb'],
]

interface BrowserOptions {
  path?: string | undefined
  flags?: readonly string[]
  ignoreDefaultArgs?: string[]
}

/** Starts a browser without a window. */
export function openBrowser({ path = chromiumPath, flags: more = [], ignoreDefaultArgs = [] }: BrowserOptions = {}) {
  return chromium.launch({ executablePath: path ?? '', args: [...flags, ...more], ignoreDefaultArgs })
}

/** What V8 would optimise of a page pays off after the end of most tests: without it, a page takes a fifth less time. */
const quickFlags = ['--js-flags=--no-opt,--no-maglev,--max-lazy,--liftoff-only', '--num-raster-threads=1']

const shared = new Map<string | undefined, Promise<Browser>>()

/** One for all test files of this process, which ends with it. A test closes the contexts that it opens. */
function openOnce(path: string | undefined): Promise<Browser> {
  const browser = shared.get(path) ?? openBrowser({ path, flags: quickFlags })
  shared.set(path, browser)
  return browser
}

export const sharedBrowser = () => openOnce(shellPath ?? chromiumPath)
/** For tests of what surrounds a page, such as the question of a tab that is closed. */
export const wholeBrowser = () => openOnce(chromiumPath)

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
