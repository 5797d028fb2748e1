import { variablesOf } from '@pictable/renderer/template'
import type { Font } from '#core/font/font.ts'
import type { Modification } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { createFingerprint } from '#core/run/fingerprint.ts'
import { type Fields, fieldsFor } from '#core/run/map-record.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import { modificationsFor } from './apply-exceptions.ts'
import type { RecordModification } from './exception.ts'
import { type ActionOutput, shownName } from './outputs-of.ts'

/** What an image of an output depends on. */
export interface FingerprintedOutput {
  /** What is bound in its template. */
  names: ReadonlySet<string>
  /** Of a record, what its template is filled with. */
  fieldsOf: (fields: Fields) => Fields
  /** What the exceptions of a record change in it. */
  modificationsOf: (exceptions: readonly RecordModification[]) => Modification[]
  /** Of a record and its exceptions; only what its template is filled with counts. */
  fingerprintOf: (fields: Fields, exceptions?: readonly RecordModification[]) => string
}

/** The fields of these names. */
export function trimmed(fields: Fields, names: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))
}

/** `fonts`: every uploaded one. */
export function fingerprintOutput(
  { digest, renderer: { outputRevision } }: Pick<World, 'digest' | 'renderer'>,
  { settings, name }: Pick<ActionOutput, 'settings' | 'name'>,
  { version, fonts }: { version: TemplateVersion; fonts: readonly Font[] },
): FingerprintedOutput {
  const { templateId, version: templateVersion, design } = version
  const names = new Set(variablesOf(design).map(({ name }) => name))
  const options = { digest, templateId, templateVersion, design, fonts, output: settings, outputRevision }
  const ofTrimmed = createFingerprint(options)
  const changed = { name: shownName({ name }), design }
  const modificationsOf = (exceptions: readonly RecordModification[]) => modificationsFor(changed, exceptions)
  const fieldsOf = (fields: Fields) => trimmed(fieldsFor(design, fields), names)
  return {
    names,
    fieldsOf,
    modificationsOf,
    fingerprintOf: (fields, exceptions = []) => ofTrimmed(fieldsOf(fields), modificationsOf(exceptions)),
  }
}
