import { fileCycles } from '#test/house/cycles.ts'
import { importsOf } from '#test/import-graph.ts'

/** What a room of the house may import, beside itself: other rooms by alias, packages by name (`node:` = any of Node's own). */
interface Room {
  /** Path of the folder, or of one file, from the root of the repository. The longest match decides. */
  path: string
  may: readonly string[]
}

const core = ['#core', '@pictable/model']

/** Who may import whom. */
const rooms: readonly Room[] = [
  { path: 'packages/renderer/src', may: ['#renderer', 'zod'] },
  { path: 'packages/renderer/src/text', may: ['linebreak', 'bidi-js', 'hyphen', '#renderer/async'] },
  { path: 'packages/renderer/src/canvas/node.ts', may: ['#renderer', '@napi-rs/canvas', 'node:'] },
  { path: 'packages/renderer/src/canvas/text-color.ts', may: ['#renderer', '@napi-rs/canvas'] },
  { path: 'packages/renderer/src/canvas/draw-shapes.ts', may: ['#renderer', '@napi-rs/canvas'] },
  { path: 'packages/renderer/src/canvas/pdf.ts', may: ['#renderer', '@napi-rs/canvas', 'node:'] },
  { path: 'packages/renderer/src/canvas/name-letters.ts', may: ['#renderer', 'node:'] },
  { path: 'packages/renderer/src/canvas/written-letters.ts', may: ['#renderer', 'node:'] },
  { path: 'packages/renderer/src/pdf/write-pdf.ts', may: ['#renderer', 'node:'] },
  { path: 'packages/renderer/src/font-files', may: ['#renderer', 'node:'] },
  { path: 'packages/renderer/src/fonts', may: ['#renderer', '@napi-rs/canvas', 'hyphen', 'zod', 'node:'] },
  { path: 'packages/renderer/src/fonts/shaper.ts', may: ['#renderer', 'harfbuzzjs'] },
  { path: 'packages/renderer/src/browser', may: ['#renderer', 'hyphen', 'zod'] },
  { path: 'packages/renderer/src/codes/encode.ts', may: ['#renderer', 'bwip-js', 'zod'] },
  { path: 'packages/renderer/src/formats', may: ['#renderer', 'sharp', 'zod'] },
  { path: 'packages/renderer/src/pictures', may: ['#renderer', 'sharp', 'node:', 'zod'] },
  { path: 'packages/renderer/src/svg', may: ['#renderer', '@rgrove/parse-xml', '@resvg/resvg-js', 'zod', 'node:'] },
  { path: 'packages/renderer/src/cli', may: ['#renderer', 'commander', 'cli-progress', 'zod', 'node:'] },
  { path: 'packages/model/src', may: ['zod'] },
  { path: 'packages/client/src', may: ['#client', '@pictable/model', 'zod'] },
  { path: 'packages/n8n/src', may: ['#n8n', '@pictable/client', '@pictable/model', 'n8n-workflow', 'node:crypto'] },
  { path: 'packages/editor/src', may: ['#editor', '@pictable/renderer', 'zod'] },
  {
    path: 'packages/dashboard/src',
    may: [
      ...[
        '#dashboard',
        '@pictable/client',
        '@pictable/editor',
        '@pictable/renderer',
        '@pictable/model',
        'valibot',
        'react',
        'react-dom',
        'lucide-react',
        '@base-ui/react',
      ],
      ...['@tanstack/react-query', '@tanstack/react-router', '@tanstack/react-virtual'],
      ...['@codemirror', '@lezer/highlight', 'client-zip', 'idb'],
    ],
  },
  {
    path: 'packages/docs/src',
    may: ['#docs', 'marked', 'highlight.js', 'minisearch', 'sharp', 'zod', 'node:'],
  },
  { path: 'packages/docs/src/browser', may: ['#docs/search', 'minisearch'] },
  { path: 'packages/server/src/core', may: [...core, 'zod', '@pictable/renderer'] },
  {
    path: 'packages/server/src/sources',
    may: [
      ...core,
      '#sources',
      '#sandbox',
      '@pictable/renderer',
      'zod',
      'read-excel-file',
      'saxes',
      'pg',
      'mysql2',
      'node:',
    ],
  },
  { path: 'packages/server/src/triggers', may: [...core, '#triggers', 'zod', 'cron-parser', 'node:'] },
  {
    path: 'packages/server/src/storages',
    may: [...core, '#storages', '@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner', 'zod', 'node:'],
  },
  {
    path: 'packages/server/src/rendering',
    may: [...core, '#rendering', '#sandbox', '@pictable/renderer', 'zod', 'node:'],
  },
  { path: 'packages/server/src/sandbox', may: ['#sandbox', 'koffi', 'node:'] },
  { path: 'packages/server/src/webhooks', may: [...core, '#webhooks', 'node:', 'zod'] },
  { path: 'packages/server/src/jobs', may: [...core, '#jobs', '#database', 'pg-boss', 'kysely', 'zod', 'node:'] },
  {
    path: 'packages/server/src/database',
    may: [
      ...core,
      '#database',
      'kysely',
      'pg',
      '@electric-sql/pglite',
      '@pictable/renderer',
      'tar-stream',
      'zod',
      'node:',
    ],
  },
  {
    path: 'packages/server/src/font-catalogs',
    may: [...core, '#font-catalogs', '@pictable/renderer/scripts', 'tar-stream', 'zod', 'node:'],
  },
  {
    path: 'packages/server/src/mcp',
    may: [
      ...[...core, '#mcp', '#server/settings', '#server/template-command', '@modelcontextprotocol/server'],
      ...['@pictable/client', 'commander', 'zod'],
    ],
  },
  { path: 'packages/server/src/net', may: [...core, '#net', 'undici', 'nodemailer', 'ipaddr.js', 'node:'] },
  { path: 'packages/server/src/secrets', may: [...core, '#secrets', 'node:'] },
  { path: 'packages/server/src/telemetry', may: [...core, '#telemetry', 'pino', 'node:'] },
  {
    path: 'packages/server/src/telemetry/open-trace.ts',
    may: [
      ...core,
      '@opentelemetry/api',
      '@opentelemetry/sdk-trace',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      'node:',
    ],
  },
  {
    path: 'packages/server/src/http',
    may: [...core, '#http', '@pictable/client', 'fastify', '@fastify/static', 'yazl', 'zod', 'node:'],
  },
  { path: 'packages/server/src/sample', may: [...core, '#sample', 'zod', 'node:'] },
  {
    path: 'packages/server/src/backup',
    may: ['#*', '@pictable/client', '@pictable/model', 'commander', 'zod', 'node:'],
  },
  { path: 'packages/server/src/move', may: ['#*', '@pictable/model', 'commander', 'tar-stream', 'zod', 'node:'] },
  {
    path: 'packages/server/src',
    may: [
      '#*',
      '@pictable/renderer',
      '@pictable/client',
      '@pictable/model',
      'commander',
      'cli-progress',
      'zod',
      'node:',
    ],
  },
]

/** Sockets open only where they are listed; everything else goes out through `net/`. */
const socketModules = /^(undici|nodemailer|node:(net|http|https|http2|tls|dns|dgram)(\/.*)?)$/
const maySocket =
  /^packages\/server\/src\/(net\/|main\.ts|http\/(server\/(end-connections|listen|refuse-bad-http)|endpoint\/client-address)\.ts)/

/** What pure code must not reach for: time, chance and the machine are ports. */
const impureGlobals = /\b(process\.|Buffer\b|Math\.random\(|Date\.now\(|new Date\(\)|fetch\(|performance\.)/
const pure = /^packages\/(model\/src\/|server\/src\/core\/|editor\/src\/|renderer\/src\/(text\/|layers\/|template\/))/

/** Classes that name a side of the screen: pages that read from right to left are the same pages (`ms-2`, `text-end`). */
const sidedClass =
  /(?<=["'`\s:])-?(?:(?:scroll-)?[mp][lr]-|(?:left|right)-(?=[\d[])|(?:text|float|clear)-(?:left|right)\b|border-[lr]\b|rounded-[tb]?[lr]\b)[\w./[\]-]*/
const screens = /^packages\/dashboard\/src\/.*\.tsx$/

/** The command `serve` and what it does. */
const serving = /^packages\/server\/src\/serve(-command)?\.ts$/

const isTest = /\.test\.tsx?$|\.test-kit\.ts$|\/fakes\//

function roomOf(path: string): Room | undefined {
  return rooms
    .filter((room) => path === room.path || path.startsWith(`${room.path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0]
}

function matches(specifier: string, allowed: string): boolean {
  if (allowed === '#*') return specifier.startsWith('#')
  if (allowed === 'node:') return specifier.startsWith('node:')
  return specifier === allowed || specifier.startsWith(`${allowed}/`)
}

function importOffence(path: string, room: Room, specifier: string): string | null {
  if (isTest.test(specifier)) return `product code imports the test kit "${specifier}"`
  if (specifier === '#server/app.ts' && !serving.test(path)) return 'only serving imports app.ts'
  if (socketModules.test(specifier) && !maySocket.test(path)) return `imports "${specifier}"; the only way out is net/`
  const inRoom = specifier.startsWith('./') || room.may.some((allowed) => matches(specifier, allowed))
  return inRoom ? null : `may not import "${specifier}"`
}

function purityOffence(path: string, source: string): string | null {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/'[^'\n]*'|`[^`]*`/g, "''")
  const impure = pure.test(path) ? impureGlobals.exec(code) : null
  return impure && `uses ${impure[0]} although it is pure; take a port instead`
}

function sideOffence(path: string, source: string): string | null {
  const sided = screens.test(path) ? sidedClass.exec(source) : null
  return sided && `"${sided[0]}" names a side of the screen; write start or end`
}

function offencesOfFile(path: string, source: string): string[] {
  const room = roomOf(path)
  if (!room) return [`${path}: lies in no room that test/architecture.ts knows`]
  const specifiers = [...new Set(importsOf(path, source).map(({ specifier }) => specifier))]
  const upwards = specifiers
    .filter((specifier) => /(^|\/)\.\.\//.test(specifier))
    .map((specifier) => `imports "${specifier}"; write #module/… instead of ../`)
  const others = isTest.test(path)
    ? []
    : [...specifiers.map((specifier) => importOffence(path, room, specifier)), purityOffence(path, source)]
  return [...upwards, ...others, sideOffence(path, source)].flatMap((offence) =>
    offence ? [`${path}: ${offence}`] : [],
  )
}

/** Folders in which every file is one more of a kind: it needs a test beside it and a line in the registry. */
const kinds = [
  'renderer/src/layers',
  'renderer/src/formats',
  'server/src/sources',
  'server/src/storages',
  'server/src/triggers',
]

function kindOffences(files: ReadonlyMap<string, string>): string[] {
  const found: string[] = []
  for (const folder of kinds.map((kind) => `packages/${kind}`)) {
    const registry = files.get(`${folder}/index.ts`)
    for (const path of files.keys()) {
      const name = new RegExp(`^${folder}/([\\w-]+)\\.ts$`).exec(path)?.[1]
      if (!name || name === 'index') continue
      if (!files.has(`${folder}/${name}.test.ts`)) found.push(`${path}: has no test beside it (${name}.test.ts)`)
      if (!registry?.includes(`./${name}.ts`)) found.push(`${path}: has no line in ${folder}/index.ts`)
    }
  }
  return found
}

/** `offencesIn()` says what breaks the rules of the house, given every source file by its path. */
export function offencesIn(files: ReadonlyMap<string, string>): string[] {
  const single = [...files].flatMap(([path, source]) => offencesOfFile(path, source))
  const long = [...files]
    .filter(([, source]) => source.split('\n').length > 401)
    .map(([path]) => `${path}: is longer than 400 lines`)
  const cycles = fileCycles(files).map((cycle) => `import cycle: ${cycle.join(' <-> ')}`)
  return [...single, ...cycles, ...kindOffences(files), ...long]
}
