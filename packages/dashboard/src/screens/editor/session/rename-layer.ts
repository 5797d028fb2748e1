import { type LayerId, layerAt } from '@pictable/editor'
import { client } from '#dashboard/api/client.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/editing.ts'
import type { EditorSession } from './session.ts'

const DAYS = 30
const DAY_MS = 24 * 3_600_000

/** Renames a layer. Requests of the API name layers: says how many used the old name. */
export async function renameLayer(session: EditorSession, layer: LayerId, name: string): Promise<void> {
  const { document, templateId } = session.state
  const before = layerAt(document, layer)?.name
  if (before === undefined || name === '' || name === before) return
  if (!session.run({ type: 'rename', layer, name })) return
  const from = new Date(Date.now() - DAYS * DAY_MS).toISOString()
  const query = { template_id: templateId, modified_layer: before, created_from: from }
  // Without an answer the rename stands.
  const found = await client.images.count({ query }).catch(() => null)
  if (!found || found.count === 0) return
  toast.undoable(t('editor.rename_used', { count: found.count, name: before }), () => {
    session.run({ type: 'rename', layer, name: before })
  })
}
