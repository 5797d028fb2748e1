import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { templateJsonSchema } from '@pictable/renderer/template'
import { descriptionJsonSchema } from '@pictable/server/sources/described/check-description.ts'
import { apiPage } from './build/api.ts'
import { contentsPage } from './build/contents.ts'
import { errorsPage } from './build/errors.ts'
import { metricsPage } from './build/metrics.ts'
import { pythonModules } from './build/python.ts'
import { settingsPage } from './build/settings.ts'
import { sourcesPage } from './build/sources.ts'
import { templatesPage } from './build/templates.ts'
import { triggersPage } from './build/triggers.ts'

const root = join(import.meta.dirname, '..')
const folder = join(import.meta.dirname, 'reference')

const client = join(relative(folder, root), 'packages/python/pictable')
const modules = Object.entries(await pythonModules()).map(([name, text]) => [join(client, name), text])

const pages: Record<string, string> = {
  '../README.md': contentsPage(root),
  'api.md': apiPage(),
  'errors.md': errorsPage(),
  'metrics.md': metricsPage(),
  'settings.md': settingsPage(),
  'source-description.schema.json': `${JSON.stringify(descriptionJsonSchema())}\n`,
  'sources.md': sourcesPage(),
  'template.schema.json': `${JSON.stringify(templateJsonSchema())}\n`,
  'templates.md': templatesPage(),
  'triggers.md': triggersPage(),
  ...Object.fromEntries(modules),
}

function isStale([name, text]: [string, string]): boolean {
  try {
    return readFileSync(join(folder, name), 'utf8') !== text
  } catch {
    return true
  }
}

const stale = Object.entries(pages).filter(isStale)
if (process.argv.includes('--check')) {
  for (const [name] of stale)
    console.error(`docs/${join('reference', name)} is stale: run "npm run docs" and commit what it writes.`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [name, text] of stale) writeFileSync(join(folder, name), text)
  console.log(stale.length > 0 ? `written: ${stale.map(([name]) => name).join(', ')}` : 'everything is fresh')
}
