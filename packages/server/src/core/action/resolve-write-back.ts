import type { FieldKind, FieldRef } from '@pictable/model/field'
import type { WriteBack } from '@pictable/model/write-back'
import type { Field, Source } from '#core/ports/source.ts'
import type { Binding } from '#core/run/map-record.ts'
import { listed } from '#core/words.ts'
import type { DraftWriteBack } from './action-draft.ts'
import { attachmentWay, type PublicAddress } from './attachment-way.ts'
import { findFieldOr, type Present } from './resolve-mapping.ts'

const textKinds: readonly FieldKind[] = ['text', 'rich_text', 'unknown']

const targets = [
  { key: 'url', pointer: '/write_back/url', kinds: [...textKinds, 'url'] },
  { key: 'attachment', pointer: '/write_back/attachment/field', kinds: ['attachments'] },
  { key: 'status', pointer: '/write_back/status', kinds: [...textKinds, 'single_select'] },
  { key: 'error', pointer: '/write_back/error', kinds: textKinds },
  { key: 'renderedAt', pointer: '/write_back/rendered_at', kinds: [...textKinds, 'date_time'] },
] as const satisfies readonly { key: keyof WriteBack; pointer: string; kinds: readonly FieldKind[] }[]

/** What can be written into the field, as the API names it. */
export function writableAs({ kind, computed }: Field): string[] {
  if (computed) return []
  const fitting = targets.filter(({ kinds }: { kinds: readonly FieldKind[] }) => kinds.includes(kind))
  return fitting.map(({ pointer }) => pointer.split('/')[2] ?? '')
}

/** Why the field cannot take what we write, or null. */
function refusal(field: Field, kinds: readonly FieldKind[], taken: { mapped: Set<string>; written: Set<string> }) {
  if (field.computed) return `The table computes the field "${field.name}". Choose another one.`
  if (!kinds.includes(field.kind)) {
    const words = listed(kinds.filter((kind) => kind !== 'unknown').map((kind) => kind.replace('_', ' ')))
    return `The field "${field.name}" contains ${field.kind.replace('_', ' ')} values. Choose one of these kinds: ${words}.`
  }
  if (taken.mapped.has(field.id))
    return `The field "${field.name}" is mapped to the template, so writing to it would change the image. Choose another one.`
  if (taken.written.has(field.id)) return `The field "${field.name}" is written twice. Choose another one.`
  return null
}

/** The fields to write into; null when there are none. Fields that fill the template are refused: no run can trigger itself. */
export function resolveWriteBack(
  draft: DraftWriteBack | null,
  present: Present & { world: PublicAddress; source: Source; bindings: readonly Binding[] },
): WriteBack | null {
  const { world, source, bindings, errors } = present
  const mapped = new Set(bindings.flatMap(({ from }) => ('field' in from ? [from.field.id] : [])))
  const written = new Set<string>()
  const found = new Map<(typeof targets)[number]['key'], FieldRef>()
  for (const { key, pointer, kinds } of targets) {
    const name = key === 'attachment' ? draft?.attachment?.field : draft?.[key]
    const field = name === undefined ? undefined : findFieldOr(present, name, pointer)
    if (field === undefined) continue
    const detail = refusal(field, kinds, { mapped, written })
    if (detail !== null) errors.push({ pointer, detail })
    written.add(field.id)
    found.set(key, { id: field.id, name: field.name })
  }
  if (found.size === 0) return null
  if (source.capabilities.write === null)
    errors.push({ pointer: '/write_back', detail: 'This table is read-only. Remove the write-back.' })
  const { attachment, ...fields } = Object.fromEntries(found)
  const way = attachment && attachmentWay(source.capabilities, world)
  if (way && 'problem' in way) errors.push({ pointer: '/write_back/attachment', detail: way.problem })
  return {
    ...fields,
    ...(attachment && { attachment: { field: attachment, mode: draft?.attachment?.mode ?? 'replace' } }),
    ...(draft?.refillEmpty && { refillEmpty: true }),
  }
}
