import { type LayerId, layerAt } from '@pictable/editor'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { queryClient } from '#dashboard/api/query-client.ts'
import { toast } from '#dashboard/api/toast.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { t } from '#dashboard/strings/editing.ts'
import type { EditorSession } from './session.ts'

const DAYS = 30
const DAY_MS = 24 * 3_600_000

/** How many actions, by the exceptions of their records, and how many requests of the API named a layer. */
async function countUses(templateId: string, layer: string): Promise<{ actions: number; requests: number }> {
  const from = new Date(Date.now() - DAYS * DAY_MS).toISOString()
  const query = { template_id: templateId, modified_layer: layer, created_from: from }
  const all = await client.images.count({ query })
  if (all.count === 0) return { actions: 0, requests: 0 }
  const { results } = await queryClient.fetchQuery({ ...api.actions.list.all(), staleTime: 0 })
  const using = results.filter((action) => usesTemplate(action, templateId))
  const own = await Promise.all(using.map(({ id }) => client.images.count({ query: { ...query, action_id: id } })))
  const ofActions = own.reduce((sum, { count }) => sum + count, 0)
  return { actions: own.filter(({ count }) => count > 0).length, requests: Math.max(0, all.count - ofActions) }
}

function usesInWords({ actions, requests }: { actions: number; requests: number }): string | null {
  const [byActions, byRequests] = [
    t('editor.rename_actions', { count: actions }),
    t('editor.rename_requests', { count: requests }),
  ]
  if (actions === 0) return requests === 0 ? null : byRequests
  return requests === 0 ? byActions : t('editor.rename_both', { actions: byActions, requests: byRequests })
}

/** Renames a layer. Requests of the API and exceptions of records name layers: says how many used the old name. */
export async function renameLayer(session: EditorSession, layer: LayerId, name: string): Promise<void> {
  const { document, templateId } = session.state
  const before = layerAt(document, layer)?.name
  if (before === undefined || name === '' || name === before) return
  if (!session.run({ type: 'rename', layer, name })) return
  // Without an answer the rename stands.
  const found = await countUses(templateId, before).catch(() => null)
  const uses = found && usesInWords(found)
  if (!uses) return
  toast.undoable(t('editor.rename_used', { uses, name: before }), () => {
    session.run({ type: 'rename', layer, name: before })
  })
}
