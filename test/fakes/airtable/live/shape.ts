/**
 * `shapeOf()` says what an answer is made of: every path with the type of what stands there. Ids are scrubbed; the list
 * counts as one thing that has the paths of all its items. Status and the type of an error are kept as they are.
 */
export function shapeOf(status: number, json: unknown): Map<string, string> {
  const shape = new Map([['status', String(status)]])
  walk(shape, '', json)
  return shape
}

const ids = /\b(app|tbl|fld|viw|rec|att|usr|sel|ach|itr)[A-Za-z0-9]{14}\b/g

function note(shape: Map<string, string>, path: string, type: string): void {
  const known = shape.get(path)?.split(' or ') ?? []
  shape.set(path, [...new Set([...known, type])].sort().join(' or '))
}

/** Words of the API itself, which have to be equal. */
const isWord = (path: string): boolean => /(^|\.)errors?(\[\])?(\.(type|error))?$/.test(path) || /\.type$/.test(path)

function typeOfText(path: string, text: string): string {
  if (isWord(path)) return `"${text}"`
  const scrubbed = text.replace(ids, '$1…')
  if (/^(\w{3}…)(\/\w{3}…)?$/.test(scrubbed)) return scrubbed
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? 'time' : 'string'
}

function walk(shape: Map<string, string>, path: string, json: unknown): void {
  if (Array.isArray(json)) {
    note(shape, path, json.length === 0 ? 'empty list' : 'list')
    for (const item of json) walk(shape, `${path}[]`, item)
  } else if (typeof json === 'object' && json !== null) {
    note(shape, path, 'object')
    for (const [key, value] of Object.entries(json)) {
      walk(shape, `${path === '' ? '' : `${path}.`}${key.replace(ids, '$1…')}`, value)
    }
  } else note(shape, path, typeof json === 'string' ? typeOfText(path, json) : json === null ? 'null' : typeof json)
}

export interface Difference {
  step: string
  path: string
  real: string
  fake: string
}

const nothing = '—'

/** What one answer has and the other has not, or has otherwise. */
export function differencesOf(
  step: string,
  real: ReadonlyMap<string, string>,
  fake: ReadonlyMap<string, string>,
): Difference[] {
  const paths = new Set([...real.keys(), ...fake.keys()])
  return [...paths].flatMap((path) => {
    const [one, other] = [real.get(path) ?? nothing, fake.get(path) ?? nothing]
    return one === other ? [] : [{ step, path, real: one, fake: other }]
  })
}

/** The differences as a table for people. */
export function printDifferences(differences: readonly Difference[]): string {
  const rows = [{ step: 'request', path: 'where', real: 'real', fake: 'fake' }, ...differences]
  const width = (key: keyof Difference): number => Math.max(...rows.map((row) => row[key].length))
  const columns = ['step', 'path', 'real', 'fake'] as const
  return rows
    .map((row) =>
      columns
        .map((key) => row[key].padEnd(width(key)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
