import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const places = [
  ...(process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []),
  ...(process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => [join(folder, 'chromium'), join(folder, 'google-chrome')]),
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
]

/** Undefined when this machine has none: says so, and is an error where everything is tested. */
export const chromiumPath = places.find(isThere)
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
  flags?: readonly string[]
  ignoreDefaultArgs?: string[]
}

/** Starts a browser without a window. */
export function openBrowser({ flags: more = [], ignoreDefaultArgs = [] }: BrowserOptions = {}) {
  return chromium.launch({ executablePath: chromiumPath ?? '', args: [...flags, ...more], ignoreDefaultArgs })
}

let shared: Promise<Browser> | undefined

/** The browser of all test files of this process, which ends with it. A test closes the contexts that it opens. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  return shared
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
