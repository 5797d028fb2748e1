const MAX_LENGTH = 1000

/** What a link may open: anything else could run code, or read files, where the PDF is opened. */
const schemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:'])

/** The URL that a link opens, as PDF files have it; undefined for what is none. */
export function readLink(text: string): string | undefined {
  if (text.length > MAX_LENGTH || /\s/.test(text) || !URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return schemes.has(protocol) ? href : undefined
}

export const NO_LINK = `is no URL that a link may open. Links begin with https://, http://, mailto: or tel: and have at most ${MAX_LENGTH} characters, and no spaces`
