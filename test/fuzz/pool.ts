import { type IdKind, idPrefixes } from '@pictable/server/core/ids.ts'
import fc from 'fast-check'
import type { WireAnswer } from './send.ts'

const mostOfAKind = 40

function isKind(word: string): word is IdKind {
  return Object.hasOwn(idPrefixes, word)
}

/** What stands in answers beside ids, by the name that requests ask for it. */
const found: Readonly<Record<string, RegExp>> = {
  hooks: /(?<=\/v1\/hooks\/)[0-9a-z]{32}/g,
  feeds: /(?<=\/v1\/feeds\/)[0-9a-z]{32}/g,
  f: /(?<=\/f\/)[0-9a-z]{32}/g,
  file: /(?<=\/images\/)img_\w+\/[0-9a-f]{64}\.\w+/g,
  starter: /(?<="name":")[a-z][a-z0-9]*-[a-z0-9-]+(?=")/g,
  link: /(?<=[?]token=)[\w-]+/g,
  email: /(?<="email":")[^"\\]+/g,
}

/** Ids that the server has told of, and what else it names, so that requests lead somewhere. */
export interface Pool {
  /** Keeps every id that an answer holds, and the session that it begins. */
  learn(answer: WireAnswer): void
  /** What a path or a cookie names is not there any more. */
  forget(path: string): void
  /** Of what is named so in paths and keys, such as `templates`, `template_id`, `record_ids`; or a `link`, an `email`. */
  idOf(name: string): fc.Arbitrary<string>
  knows(name: string): boolean
}

function kindOf(name: string): IdKind | undefined {
  const word = name.replace(/_ids?$/, '').replace(/s$/, '')
  const kind =
    {
      record: 'row',
      source: 'connection',
      'api-key': 'key',
      'url-key': 'urlKey',
      deliverie: 'delivery',
      tablesource: 'action',
    }[word] ?? word
  return isKind(kind) ? kind : undefined
}

/** `createPool()` starts empty. Ids are picked when requests are made, by a number, so that a seed gives the same picks. */
export function createPool(): Pool {
  const known = new Map<string, string[]>()
  const keep = (name: string, id: string) => {
    const ids = known.get(name) ?? []
    known.set(name, ids)
    if (ids.includes(id)) return
    ids.push(id)
    if (ids.length > mostOfAKind) ids.shift()
  }
  return {
    learn({ text, headers }) {
      for (const [id, prefix = ''] of text.matchAll(/(?<=")([a-z]{2,3})_[0-9a-z]{20,40}(?=")/g)) keep(prefix, id)
      for (const [name, pattern] of Object.entries(found)) for (const [word] of text.matchAll(pattern)) keep(name, word)
      const [session] = /^[\w-]+=[^;]+/.exec(headers['set-cookie'] ?? '') ?? []
      if (session !== undefined) keep('cookie', session)
    },
    forget(path) {
      const gone = path.split(/[/?]/)
      for (const [prefix, ids] of known)
        known.set(
          prefix,
          ids.filter((id) => !gone.includes(id)),
        )
    },
    idOf: (name) => {
      const kind = kindOf(name)
      return fc.nat().map((pick) => {
        const ids = known.get(kind === undefined ? name : idPrefixes[kind]) ?? []
        return ids[pick % ids.length] ?? 'x_1'
      })
    },
    knows: (name) => kindOf(name) !== undefined,
  }
}
