import { variablesOf } from '@pictable/renderer/template'
import type { Font } from '#core/font/font.ts'
import type { World } from '#core/ports/world.ts'
import { createFingerprint } from '#core/run/fingerprint.ts'
import type { Fields } from '#core/run/map-record.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import type { ActionOutput } from './outputs-of.ts'

/** What an image of an output depends on. */
export interface FingerprintedOutput {
  /** What is bound in its template. */
  names: ReadonlySet<string>
  /** Of a record; only the fields that its template is filled with count. */
  fingerprintOf: (fields: Fields) => string
}

/** The fields that a template is filled with. */
export function trimmed(fields: Fields, names: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))
}

/** `fonts`: every uploaded one. */
export function fingerprintOutput(
  { digest, renderer: { outputRevision } }: Pick<World, 'digest' | 'renderer'>,
  { settings }: Pick<ActionOutput, 'settings'>,
  { version, fonts }: { version: TemplateVersion; fonts: readonly Font[] },
): FingerprintedOutput {
  const { templateId, version: templateVersion, design } = version
  const names = new Set(variablesOf(design).map(({ name }) => name))
  const options = { digest, templateId, templateVersion, design, fonts, output: settings, outputRevision }
  const ofTrimmed = createFingerprint(options)
  return { names, fingerprintOf: (fields) => ofTrimmed(trimmed(fields, names)) }
}
