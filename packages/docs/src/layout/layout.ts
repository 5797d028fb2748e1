import { attributes, escapeHtml } from '#docs/content/html.ts'
import { BASE } from '#docs/pages/page.ts'
import { icons } from './icons.ts'

/** Scripts and styles of every page, by their URLs. */
export interface Assets {
  styles: readonly string[]
  /** Runs before the first paint. */
  theme: string
  script: string
  /** Loaded ahead, so that text does not change its shape. */
  font: string
  icon: string
  /** What search loads when it is opened first. */
  searchIndex: string
}

interface Frame {
  title: string
  summary: string
  assets: Assets
  sidebar: string
  breadcrumb?: string
  /** The navigation of the page itself. */
  aside: string
  main: string
  /** What the page is styled as. */
  kind: 'guide' | 'home' | 'reference'
}

function head({ title, summary, assets }: Frame): string {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta${attributes({ name: 'description', content: summary })}>`,
    `<link rel="icon" href="${assets.icon}" type="image/svg+xml">`,
    `<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>`,
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<script src="${assets.theme}"></script>`,
    `<script type="module" src="${assets.script}"></script>`,
  ].join('\n')
}

const bar = ({ icon }: Assets) => `<header class="bar">
<button type="button" class="icon-button menu-button" aria-controls="side" aria-expanded="false" aria-label="Menu" hidden>${icons.menu}</button>
<a class="brand" href="${BASE}"><img src="${icon}" alt="" width="24" height="24"><span>Pictable <span class="brand-docs">Docs</span></span></a>
<button type="button" class="search-button" aria-haspopup="dialog" aria-keyshortcuts="/ Control+K" hidden>${icons.search}<span>Search</span><kbd>/</kbd></button>
<button type="button" class="icon-button theme-button" hidden>${icons.theme}</button>
</header>`

/** The whole page around its content. */
export function layout(frame: Frame): string {
  const { assets, sidebar, breadcrumb = '', aside, main, kind } = frame
  return `<!doctype html>
<html lang="en">
<head>
${head(frame)}
</head>
<body class="${kind}"${attributes({ 'data-index': assets.searchIndex })}>
<a class="skip" href="#content">Skip to content</a>
${bar(assets)}
<div class="frame">
${sidebar}
${breadcrumb}
${aside}
<main id="content" tabindex="-1">
${main}
</main>
</div>
</body>
</html>
`
}
