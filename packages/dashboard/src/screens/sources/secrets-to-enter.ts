import * as v from 'valibot'
import { pointerStep, type Schema, schemaShape } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/sources.ts'
import type { ConnectionDraft } from './connection-draft.ts'
import type { ConnectionJson, SourceJson } from './source.ts'

/** The stored secrets that must be entered again, by JSON pointer: the draft leads elsewhere, or by a weaker way. */
export function secretsToEnter(
  source: Pick<SourceJson, 'settings' | 'destination_settings' | 'secret_settings'>,
  { settings }: ConnectionDraft,
  before: Pick<ConnectionJson, 'settings'> | null,
): ReadonlyMap<string, string> {
  if (before === null) return new Map()
  const { properties }: Schema = v.is(schemaShape, source.settings) ? source.settings : {}
  const isMoved = source.destination_settings.some((name) => {
    const order = properties?.[name]?.strongestFirst
    if (settings[name] === before.settings[name]) return false
    return !order || order.indexOf(String(settings[name])) > order.indexOf(String(before.settings[name]))
  })
  const kept = source.secret_settings.filter((name) => settings[name] && settings[name] === before.settings[name])
  return new Map(isMoved ? kept.map((name) => [`/settings${pointerStep(name)}`, t('sources.enter_again')]) : [])
}
