import { contract } from '@pictable/client'

/** A call of the API, as it is typed into the form. */
export interface Asked {
  method: string
  /** With what stands in it filled in. */
  path: string
  query: Readonly<Record<string, string>>
  /** JSON as text, or the type of the bytes that are sent. */
  body?: { json: string } | { bytes: string }
  needsKey: boolean
  headers?: Readonly<Record<string, string>>
}

/** For a shell: in single quotes nothing means anything but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

export function addressOf({ path, query }: Pick<Asked, 'path' | 'query'>): string {
  const search = new URLSearchParams(query)
  return `${path}${search.size > 0 ? `?${search}` : ''}`
}

export function curlOf(asked: Asked): string {
  const { method, body, needsKey, headers = {} } = asked
  const start = method === 'GET' ? 'curl' : `curl -X ${method}`
  const parts = [`${start} ${quoted(location.origin + addressOf(asked))}`]
  if (needsKey) parts.push('-H "Authorization: Bearer $PICTABLE_KEY"')
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body && 'json' in body) parts.push(`-H 'Content-Type: application/json'`, `-d ${quoted(body.json)}`)
  if (body && 'bytes' in body) parts.push(`-H 'Content-Type: ${body.bytes}'`, '--data-binary @file')
  return parts.join(' \\\n  ')
}

/** Numbers and switches are no texts for the typed client. */
function typed(value: string): unknown {
  return /^(true|false|-?\d+(\.\d+)?)$/.test(value) ? JSON.parse(value) : value
}

/** The function of the client that calls an endpoint, such as `images.list`. */
function functionOf(method: string, template: string): string | null {
  for (const [collection, verbs] of Object.entries(contract))
    for (const [verb, entry] of Object.entries(verbs))
      if (entry.method === method && entry.path.replace(/:(\w+)/g, '{$1}') === template) return `${collection}.${verb}`
  return null
}

interface Typescript extends Asked {
  /** The path with its names in braces, and what stands for each. */
  template: string
  params: Readonly<Record<string, string>>
  isStream: boolean
  /** By name, whether the query takes text that looks like a number as it is. */
  textQuery: ReadonlySet<string>
}

function bodyLines(body: Asked['body']): string[] {
  if (body === undefined) return []
  if ('json' in body) return [`  body: ${body.json.replaceAll('\n', '\n  ')},`]
  return [`  body: new Uint8Array(await readFile('file')),`, `  contentType: '${body.bytes}',`]
}

export function typescriptOf(asked: Typescript): string {
  const { method, template, params, query, body, isStream, needsKey, headers = {}, textQuery } = asked
  const name = functionOf(method, template)
  const values = Object.entries(query).map(([key, value]) => [key, textQuery.has(key) ? value : typed(value)])
  const options = [
    ...(Object.keys(params).length > 0 ? [`  params: ${JSON.stringify(params)},`] : []),
    ...(values.length > 0 ? [`  query: ${JSON.stringify(Object.fromEntries(values))},`] : []),
    ...bodyLines(body),
    ...(headers['If-Match'] ? [`  ifMatch: ${JSON.stringify(headers['If-Match'])},`] : []),
    ...(headers['Idempotency-Key'] ? [`  idempotencyKey: ${JSON.stringify(headers['Idempotency-Key'])},`] : []),
  ]
  const input = options.length > 0 ? `{\n${options.join('\n')}\n}` : ''
  const key = needsKey ? ', apiKey: process.env.PICTABLE_KEY' : ''
  const call = `pictable.${name}(${input})`
  return [
    `import { createClient } from '@pictable/client'`,
    ...(body && 'bytes' in body ? [`import { readFile } from 'node:fs/promises'`] : []),
    '',
    `const pictable = createClient({ baseUrl: '${location.origin}'${key} })`,
    isStream
      ? `for await (const event of ${call}) console.log(event)`
      : `const answer = await ${call}\nconsole.log(answer)`,
  ].join('\n')
}

/** JSON as Python writes it. */
function pythonValue(value: unknown): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

export function pythonOf(asked: Asked & { isStream: boolean }): string {
  const { method, path, query, body, needsKey, isStream, headers = {} } = asked
  const sent = [
    ...(needsKey ? ['"Authorization": "Bearer " + os.environ["PICTABLE_KEY"]'] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(body && 'bytes' in body ? [`"Content-Type": "${body.bytes}"`] : []),
  ]
  const options = [
    ...(sent.length > 0 ? [`    headers={${sent.join(', ')}},`] : []),
    ...(Object.keys(query).length > 0 ? [`    params=${pythonValue(query)},`] : []),
    ...(body && 'json' in body ? [`    json=${pythonValue(parsedJson(body.json))},`] : []),
    ...(body && 'bytes' in body ? ['    data=open("file", "rb"),'] : []),
    ...(isStream ? ['    stream=True,'] : []),
  ]
  const end = isStream ? 'for line in answer.iter_lines(decode_unicode=True):\n    print(line)' : 'print(answer.text)'
  return [
    ...(needsKey ? ['import os'] : []),
    'import requests',
    '',
    'answer = requests.request(',
    `    "${method}",`,
    `    ${JSON.stringify(location.origin + path)},`,
    ...options,
    ')',
    'answer.raise_for_status()',
    end,
  ].join('\n')
}
