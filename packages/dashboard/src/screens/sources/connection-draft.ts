import * as v from 'valibot'
import { keptInTab } from '#dashboard/api/kept.ts'
import { personal } from '#dashboard/api/personal.ts'
import type { Fields } from '#dashboard/forms/schema.ts'
import type { ConnectionJson, SourceJson } from './source.ts'

/** A connection while it is typed. */
export interface ConnectionDraft {
  name: string
  settings: Fields
}

export function draftOf(connection: ConnectionJson | null): ConnectionDraft {
  return { name: connection?.name ?? '', settings: connection?.settings ?? {} }
}

const draftShape = v.fallback(v.object({ name: v.string(), settings: v.record(v.string(), v.unknown()) }), {
  name: '',
  settings: {},
})

const keptAs = (kind: string) => personal(`connect.${kind}`)

/** What was typed in this tab before; secrets are never kept. */
export function keptDraft({ kind, title }: SourceJson): ConnectionDraft {
  const text = keptInTab.get(keptAs(kind))
  if (text === null) return { name: title, settings: {} }
  try {
    return v.parse(draftShape, JSON.parse(text))
  } catch {
    return { name: title, settings: {} }
  }
}

export function keepDraft({ kind, secret_settings: secrets }: SourceJson, { name, settings }: ConnectionDraft): void {
  const open = Object.entries(settings).filter(([setting]) => !secrets.includes(setting))
  keptInTab.set(keptAs(kind), JSON.stringify({ name, settings: Object.fromEntries(open) }))
}

export function forgetDraft(kind: string): void {
  keptInTab.set(keptAs(kind), null)
}

/** The settings as a change of those there are: what was emptied goes. */
export function changedSettings({ settings }: ConnectionDraft, before: ConnectionJson): Fields {
  const emptied = Object.keys(before.settings).filter((name) => !(name in settings))
  return { ...Object.fromEntries(emptied.map((name) => [name, null])), ...settings }
}
