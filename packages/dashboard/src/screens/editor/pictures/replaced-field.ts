import { type LayerId, layerAt } from '@pictable/editor'
import { toast } from '#dashboard/api/toast.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { t } from '#dashboard/strings/editing.ts'

/** A picture that was dropped on that of a record, in place of the field. */
export interface ReplacedField {
  readonly layer: LayerId
  /** What filled the layer before. */
  readonly before: unknown
  /** The picture. */
  readonly value: string
}

/** Has the field fill the layer again, and the picture those records that have none. */
export function setFallback(session: EditorSession, { layer, before, value }: ReplacedField): void {
  if (!layerAt(session.state.document, layer)) return
  const set = (property: string, filled: unknown) =>
    ({ type: 'set', target: layer, path: [property], value: filled }) as const
  session.run({ type: 'batch', commands: [set('src', before), set('fallback', value)] })
}

/** Says that all records show the picture from now on, and offers what else may have been meant. */
export function sayReplaced(session: EditorSession, replaced: ReplacedField): void {
  const layer = layerAt(session.state.document, replaced.layer)?.name ?? ''
  toast.offered(t('assets.replaced_field', { layer }), t('assets.replaced_help'), {
    label: t('assets.as_fallback'),
    go: () => setFallback(session, replaced),
  })
}
