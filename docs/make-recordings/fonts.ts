import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'

const FILE = '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'
/** What a page asks the server for; here it gets the font of the renderer. */
const PATH = '/recordings/font.ttf'
/** The interface brings Inter, then asks for fonts of the machine: this one is in its list, and on no machine that films. */
const FAMILY = 'Segoe UI'

/** Names of records in other scripts than Inter's look the same on every machine. */
export async function addFonts(context: BrowserContext): Promise<void> {
  await context.route(`**${PATH}`, (route) => route.fulfill({ path: fileURLToPath(import.meta.resolve(FILE)) }))
  await context.addInitScript(
    ([family, url]) => document.fonts.add(new FontFace(family, `url(${url})`, { weight: '100 900', display: 'block' })),
    [FAMILY, PATH] as const,
  )
}
