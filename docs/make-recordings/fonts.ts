import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'

/** What a page asks the server for; here it gets the fonts of the renderer, by their names in packages. */
const PATH = '/recordings/fonts/'

const ranges = {
  'inter-ui/variable/InterVariable.woff2': 'U+0-2FFF',
  '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf': 'U+3000-9FFF',
}

/** The interface asks for Inter, and takes what the machine has for other scripts: films look the same on every machine. */
export async function addFonts(context: BrowserContext): Promise<void> {
  await context.route(`**${PATH}**`, (route) => {
    const file = new URL(route.request().url()).pathname.slice(PATH.length)
    return route.fulfill({ path: fileURLToPath(import.meta.resolve(file)) })
  })
  const faces = Object.entries(ranges).map(([file, unicodeRange]) => ({ url: PATH + file, unicodeRange }))
  await context.addInitScript((all) => {
    for (const { url, unicodeRange } of all)
      document.fonts.add(new FontFace('Inter', `url(${url})`, { weight: '100 900', display: 'block', unicodeRange }))
  }, faces)
}
