import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createFileLoader } from '#renderer/cli/file-loader.ts'
import { readTable } from '#renderer/cli/read-table.ts'
import { parseTemplate } from '#renderer/template/template.ts'

export const repository = join(import.meta.dirname, '..', '..', '..', '..')
export const examples = join(repository, 'examples')
const templates = join(examples, 'templates')

/** Reads the pictures of the starters. */
export const load = createFileLoader(templates)

/** The starters and their sample data; the last photo of the products is cut off on purpose. */
export const designs = globSync('*.json', { cwd: templates })
  .sort()
  .map((file) => {
    const name = basename(file, '.json')
    const own = join(examples, 'data', `${name}.csv`)
    const path = existsSync(own) ? own : join(examples, 'products.csv')
    const { columns, rows } = readTable(readFileSync(path), basename(path))
    const whole = rows.flatMap(({ values }) => (values.Photo?.endsWith('speaker.jpg') ? [] : [values]))
    const template = parseTemplate(JSON.parse(readFileSync(join(templates, file), 'utf8')))
    return { name, template, columns, rows: whole, isOwn: existsSync(own) }
  })
