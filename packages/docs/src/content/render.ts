import { Marked, type Tokens } from 'marked'
import { createAnchors } from './anchors.ts'
import { highlight } from './highlight.ts'
import { attributes, escapeHtml, textOf } from './html.ts'

export interface Heading {
  depth: number
  text: string
  anchor: string
}

/** A page as HTML. Links and pictures are still those of the Markdown, as `md:` URLs, until all pages are known. */
export interface Content {
  html: string
  headings: Heading[]
  /** Rows that a link can lead to, by what their first cell says. */
  rows: string[]
}

export interface RenderOptions {
  /** By how many levels headings are raised. */
  raised: number
  /** Whether rows of tables get an anchor when their first cell is a name, such as a setting. */
  hasRows: boolean
}

/** What a URL of the Markdown looks like until it is placed. */
const external = /^[a-z][a-z+.-]*:/i
const unplaced = (href: string) => (external.test(href) ? href : `md:${href}`)
const placeholders = / (href|src)="md:([^"]*)"/g

const soleName = /^<code>([^<]+)<\/code>$/

/** Replaces the URLs of Markdown; `place` returns the attributes that take the place of each. */
export function placeUrls(html: string, place: (kind: 'href' | 'src', url: string) => string): string {
  return html.replaceAll(placeholders, (_, kind: 'href' | 'src', url: string) =>
    place(kind, url.replaceAll('&amp;', '&')),
  )
}

/** The words after the language that are for readers: the name of a file. */
const fileNameIn = (info: string) => /\s(\S+\.\w+)(\s|$)/.exec(info)?.[1]

function codeBlock({ text, lang = '' }: Tokens.Code): string {
  const [language = ''] = lang.split(/\s/, 1)
  const name = fileNameIn(lang)
  const caption = name === undefined ? '' : `<figcaption>${escapeHtml(name)}</figcaption>`
  const code = `<pre><code${attributes({ 'data-language': language || undefined })}>${highlight(text, language)}</code></pre>`
  return `<figure class="code">${caption}${code}</figure>\n`
}

/** Columns that need no name on a small screen, where cells are below each other. */
const CLEAR = new Set(['', 'Type', 'Meaning'])

/** A table in a box that scrolls. One of many columns is a list on a small screen, so it says what it is in other words too. */
function tableBlock(
  heads: readonly string[],
  body: readonly (readonly string[])[],
  rows: Set<string> | undefined,
): string {
  const isWide = heads.length > 2
  const role = (name: string) => (isWide ? name : undefined)
  const row = (cells: readonly string[], id?: string) =>
    `<tr${attributes({ id, role: role('row') })}>${cells.join('')}</tr>`
  const headCell = (html: string) =>
    html
      ? `<th${attributes({ scope: 'col', role: role('columnheader') })}>${html}</th>`
      : `<td${attributes({ role: role('cell') })}></td>`
  const lines = body.map((cells) => {
    const name = rows && soleName.exec(cells[0] ?? '')?.[1]
    const id = name !== undefined && !rows?.has(name) ? name : undefined
    if (id !== undefined) rows?.add(id)
    const tds = cells.map((html, at) => {
      const label = at > 0 && isWide && html !== '' && !CLEAR.has(heads[at] ?? '') ? textOf(heads[at] ?? '') : undefined
      return `<td${attributes({ role: role('cell'), 'data-label': label })}>${html}</td>`
    })
    return row(tds, id)
  })
  const head = heads.some(Boolean)
    ? `<thead${attributes({ role: role('rowgroup') })}>${row(heads.map(headCell))}</thead>`
    : ''
  const kind = attributes({ class: isWide ? 'table wide' : 'table' })
  return `<div${kind}><table${attributes({ role: role('table') })}>${head}<tbody${attributes({ role: role('rowgroup') })}>${lines.join('\n')}</tbody></table></div>\n`
}

/** `renderMarkdown()` makes HTML of a page: headings with anchors, tables that scroll by themselves, code with colours. */
export function renderMarkdown(markdown: string, { raised, hasRows }: RenderOptions): Content {
  const headings: Heading[] = []
  const rows = new Set<string>()
  const anchorFor = createAnchors()
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => (text.startsWith('<!--') ? '' : text),
      code: codeBlock,
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const text = textOf(html)
        const anchor = anchorFor(text)
        const level = Math.max(1, depth - raised)
        headings.push({ depth: level, text, anchor })
        if (level === 1) return `<h1 id="${anchor}">${html}</h1>\n`
        const link = attributes({ class: 'anchor', href: `#${anchor}`, 'aria-label': `Link to “${text}”` })
        return `<h${level} id="${anchor}">${html} <a${link}>#</a></h${level}>\n`
      },
      table({ header, rows: body }) {
        const inline = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens)
        return tableBlock(
          header.map(inline),
          body.map((cells) => cells.map(inline)),
          hasRows ? rows : undefined,
        )
      },
      link({ href, tokens }) {
        const to = attributes({ href: unplaced(href), rel: external.test(href) ? 'noreferrer' : undefined })
        return `<a${to}>${this.parser.parseInline(tokens)}</a>`
      },
      image: ({ href, text }) => `<img${attributes({ src: unplaced(href), alt: text })}>`,
    },
  })
  const html = marked.parse(markdown, { async: false })
  return { html, headings, rows: [...rows] }
}
