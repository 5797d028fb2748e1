import { type Command, type EditorDocument, type LayerId, layerAt, type Point } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { client } from '#dashboard/api/client.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { queryClient } from '#dashboard/api/query-client.ts'
import { toast } from '#dashboard/api/toast.ts'
import { type LinkedField, linkedFields } from '#dashboard/parts/tables/linked-fields.ts'
import { boxFor } from '#dashboard/screens/editor/clipboard/place.ts'
import { newLayers } from '#dashboard/screens/editor/session/new-layer.ts'
import { shownRecordId } from '#dashboard/screens/editor/session/record-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { revealSelection } from '#dashboard/screens/editor/session/view-actions.ts'
import { fixedLocale } from '#dashboard/screens/editor/typing/written-words.ts'
import type { Linking } from './field-link.ts'
import { fillTable, newLinkedTable, usualColumns } from './linked-table.ts'

/** Rows of a sample value: more than a design needs to be seen. */
const SAMPLE_ROWS = 5

interface Place {
  /** A table that is filled; without one a new table is inserted. */
  readonly target?: LayerId | undefined
  readonly at?: Point | null
}

/** Lets the linked rows fill a table, with these columns or the usual ones. What cannot be read is said, and changes nothing. */
export async function placeLinked(
  session: EditorSession,
  linking: Linking & { readonly columns?: readonly LinkedField[] | undefined },
  { target, at = null }: Place,
): Promise<void> {
  try {
    const {
      columns = usualColumns((await queryClient.fetchQuery(linkedFields(linking.connectionId, linking.link))).results),
    } = linking
    const { document } = session.state
    const linked = { name: linking.name, columns, locale: fixedLocale(document.design) }
    const box = boxOnPage(session, at)
    const isFilling = target !== undefined && layerAt(document, target)?.type === 'table'
    const fill = isFilling ? fillTable(document, target, linked) : insertion(document, newLinkedTable(linked, box))
    const shown = await readRows(session, linking.name, newLinkedTable(linked, box))
    const sample = shown?.slice(0, SAMPLE_ROWS)
    const needsSample = sample !== undefined && sample.length > 0 && !Array.isArray(document.sample[linking.name])
    const filled = needsSample ? [{ type: 'set', target: 'sample', path: [linking.name], value: sample } as const] : []
    // Until the records are read again, with these columns.
    if (shown && session.state.record !== null)
      session.set({ values: { ...session.state.values, [linking.name]: shown } })
    if (!session.run({ type: 'batch', commands: [...filled, fill] }, { select: !isFilling })) return
    if (isFilling) session.set({ selection: [target] })
    else revealSelection(session)
  } catch (error) {
    toast.failed(errorWords(error))
  }
}

const insertion = ({ design }: EditorDocument, layer: object): Command => ({
  type: 'insert',
  parent: null,
  index: design.layers.length,
  layers: [layer],
})

/** All of it on the page, also when it is dropped at the edge. */
function boxOnPage(session: EditorSession, at: Point | null) {
  const { width, height } = session.state.document.design
  const box = boxFor(session, newLayers.table, at)
  const x = Math.max(0, Math.min(box.x, width - box.width))
  const y = Math.max(0, Math.min(box.y, height - box.height))
  return { ...box, x, y }
}

/** The linked rows of the record that is shown, else of the first one, as this table gets them. */
async function readRows({ state }: EditorSession, name: string, table: TemplateLayer) {
  const { of } = state.recordSource
  const id = shownRecordId(state) ?? state.records[0]?.record_id
  if (of === null || id === undefined) return undefined
  const design = { ...state.document.design, layers: [table] }
  const { results } = await client.templates.records({ body: { source: of, record_ids: [id], design } })
  const rows = results[0]?.values[name]
  return Array.isArray(rows) ? rows : undefined
}
