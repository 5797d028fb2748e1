import { type IdKind, idPrefixes } from '@pictable/server/core/ids.ts'
import fc from 'fast-check'

const mostOfAKind = 40

function isKind(word: string): word is IdKind {
  return Object.hasOwn(idPrefixes, word)
}

/** Ids that the server has told of, so that requests lead somewhere. */
export interface Pool {
  /** Keeps every id that an answer holds. */
  learn(text: string): void
  /** What a path names is not there any more. */
  forget(path: string): void
  /** Of what is named so in paths and keys, such as `templates`, `template_id`, `record_ids`. */
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
  return {
    learn(text) {
      for (const [id, prefix = ''] of text.matchAll(/(?<=")([a-z]{2,3})_[0-9a-z]{20,40}(?=")/g)) {
        const ids = known.get(prefix) ?? []
        known.set(prefix, ids)
        if (ids.includes(id)) continue
        ids.push(id)
        if (ids.length > mostOfAKind) ids.shift()
      }
      for (const [token] of text.matchAll(/(?<=\/v1\/hooks\/)[0-9a-z]{32}/g)) known.set('hook', [token])
      for (const [file] of text.matchAll(/(?<=\/images\/img_\w+\/)[^"?/]+/g)) known.set('file', [file])
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
