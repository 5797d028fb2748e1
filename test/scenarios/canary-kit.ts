import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretForms } from '@pictable/server/webhooks/secret-forms.ts'

/** Secrets that must never show, by the field that each was given to. */
export interface Canaries {
  /** A new one: no other text holds it, and marks that encodings change stand around what is unique. */
  make(field: string): string
  /** One that the server made. */
  keep(field: string, secret: string): void
  /** The fields whose secret stands in the text, plain or encoded. */
  in(text: string): string[]
}

export function createCanaries(): Canaries {
  const cores = new Map<string, string[]>()
  return {
    make(field) {
      const core = `canary${randomBytes(9).toString('hex')}`
      cores.set(field, secretForms(core))
      return `"${core}+/&%`
    },
    keep: (field, secret) => void cores.set(field, secretForms(secret)),
    in(text) {
      const all = [
        text,
        text.includes('%')
          ? text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
          : '',
      ]
      return [...cores].flatMap(([field, forms]) =>
        forms.some((form) => all.some((one) => one.includes(form))) ? [field] : [],
      )
    },
  }
}

/** Every file below the folder, byte by byte as text. */
export function filesIn(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path).toString('latin1') }))
}
