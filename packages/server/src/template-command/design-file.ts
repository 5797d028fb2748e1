import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseTemplate, type Template, TemplateError, unfitConstants } from '@pictable/renderer/template'
import { StartError } from '#core/start-error.ts'
import { jsonMistake } from '#http/endpoint/json-mistake.ts'
import { lineOf, linesOfJson } from './json-lines.ts'

/** A file that holds one design. */
export interface DesignFile {
  /** As it was found, for messages. */
  readonly path: string
  readonly folder: string
  /** Its name in the folder, the key in the lock file. */
  readonly name: string
  readonly design: Template
  /** What the file contains. */
  readonly text: string
}

/** What the template of a file is called. */
export function nameOf({ design, name }: Pick<DesignFile, 'design' | 'name'>): string {
  return design.name.trim() === '' ? basename(name, '.json') : design.name.trim()
}

/** The design files under these paths: folders stand for the `*.json` in them. @throws StartError for a path that is not there */
export async function findDesigns(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const entry = await stat(path).catch(() => undefined)
      if (!entry) throw new StartError(`There is no file or folder ${path}.`)
      if (!entry.isDirectory()) return [path]
      const names = await readdir(path)
      const designs = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort()
      if (designs.length === 0) throw new StartError(`The folder ${path} contains no *.json file.`)
      return designs.map((name) => join(path, name))
    }),
  )
  return [...new Set(found.flat())]
}

/** The design in a file, or what is wrong with it: `cards/sale.json:12 layers[3].fontSize must be a number`. */
export async function readDesign(path: string): Promise<DesignFile | { mistakes: string[] }> {
  const whole = await readFile(path, 'utf8')
  const text = whole.trimEnd()
  const json = parsed(text)
  if (json === undefined) {
    const at = jsonMistake(text)
    const line = text.slice(0, at).split('\n').length
    return {
      mistakes: [`${path}:${line} is not JSON from here on: ${text.slice(at, at + 30).trim() || 'the file ends'}`],
    }
  }
  try {
    const design = parseTemplate(json.value)
    const unfit = unfitConstants(design)
    if (unfit.length > 0) throw new TemplateError(unfit)
    return { path, folder: dirname(path), name: basename(path), design, text: whole }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const lines = linesOfJson(text)
    return {
      mistakes: error.issues.map(({ path: at, message }) => `${path}:${lineOf(lines, at)} ${at}${at && ' '}${message}`),
    }
  }
}

/** The JSON of a file, which may begin with a byte order mark. */
export function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch {
    return undefined
  }
}

/** All designs, when every one is right. @throws StartError that lists every mistake */
export async function readDesigns(paths: readonly string[]): Promise<DesignFile[]> {
  const read = await Promise.all((await findDesigns(paths)).map(readDesign))
  const mistakes = read.flatMap((file) => ('mistakes' in file ? file.mistakes : []))
  if (mistakes.length > 0)
    throw new StartError(`nothing was changed, because designs are not valid:\n${mistakes.join('\n')}`)
  return read.filter((file) => 'design' in file)
}
