import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { client } from '#dashboard/api/client.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { fetched } from '#dashboard/api/lazily.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { tableColumns } from '#dashboard/screens/editor/properties/table-columns.ts'
import { shownRecordId, showRecord } from './record-actions.ts'
import type { EditorSession } from './session.ts'
import { NO_SOURCE, type RecordSource } from './state.ts'
import { useEditor, useSession } from './use-editor.ts'

/** As many records can be stepped through, those first that are likely to break the design. */
export const MAX_RECORDS = 50

/** Of all records of the editor, by what they are of. */
export const RECORDS_KEY = 'editor-records'

interface Wanted {
  template: Pick<OpenTemplate, 'id' | 'preview_source'>
  /** As the address says: which action, and the id of one of its records, or `sample`. */
  action: string | undefined
  record: string | undefined
}

type Of = RecordSource['of']

/** Records to edit with; one that is wanted but not among them comes last. */
async function readRecords({ state }: EditorSession, of: NonNullable<Of>, wanted: string | undefined) {
  const design = { ...state.document.design }
  const [read, { likelyFields }] = await Promise.all([
    client.templates.records({ body: { source: of, design, limit: MAX_RECORDS } }),
    fetched(() => import('#dashboard/parts/templates/likely-fields.ts')),
  ])
  const found = { ...read, names: likelyFields(read.names, read.results), columns: tableColumns(design) }
  if (wanted === undefined || found.results.some(({ record_id }) => record_id === wanted)) return found
  const named = await client.templates.records({ body: { source: of, record_ids: [wanted], design } })
  return { ...found, results: [...found.results, ...named.results] }
}

const recordToKeep = ({ state }: EditorSession) => state.editing?.recordId ?? shownRecordId(state)

/** Long enough for a name of a column to be typed. */
const SETTLE_MS = 400

/** Reads the records again when tables show other columns of linked rows than were read. */
function useFreshColumns(columns: Readonly<Record<string, string>> | undefined, readAgain: () => void): void {
  const wanted = useEditor(({ document, recordSource }) => {
    const shown = tableColumns(document.design)
    const links = recordSource.fields?.filter(({ name, link }) => link !== null && shown[name] !== undefined) ?? []
    return links.some(({ name }) => shown[name] !== columns?.[name]) ? JSON.stringify(shown) : null
  })
  const again = useEffectEvent(readAgain)
  useEffect(() => {
    if (wanted === null || columns === undefined) return
    const timer = setTimeout(again, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [wanted, columns])
}

/**
 * Fills the design with records of the action in the address, else of what was chosen for the template, else of the first
 * action that uses it.
 */
export function useRecords({ template, action, record }: Wanted): void {
  const session = useSession()
  const first = useActions().find((each) => usesTemplate(each, template.id))?.id
  const used = action ?? first
  const chosen: Of = action === undefined ? template.preview_source : null
  const of = chosen ?? (used === undefined ? null : { action_id: used })
  const key = JSON.stringify(of)
  const { data, error, refetch } = useQuery({
    queryKey: [RECORDS_KEY, key],
    queryFn: () => of && readRecords(session, of, recordToKeep(session) ?? (record === 'sample' ? undefined : record)),
    enabled: of !== null,
    staleTime: 60_000,
    retry: false,
  })
  useFreshColumns(data?.columns, () => void refetch())
  useEffect(() => {
    session.set({ recordSource: { ...NO_SOURCE, of: JSON.parse(key) }, records: [] })
  }, [session, key])
  const words = error && errorWords(error)
  useEffect(() => {
    const { recordSource } = session.state
    if (recordSource.error !== words) session.set({ recordSource: { ...recordSource, error: words } })
  }, [session, words])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new records are shown by themselves, not another number
  useEffect(() => {
    if (!data) return
    const isFirst = session.state.recordSource.fields === null
    const shown = shownRecordId(session.state) ?? record
    const { results: records, names: fields, missing } = data
    session.set({ records, recordSource: { ...session.state.recordSource, fields, missing } })
    if (records.length === 0) return
    const isSample = isFirst ? record === 'sample' : session.state.record === null
    const at = records.findIndex(({ record_id }) => record_id === shown)
    showRecord(session, isSample ? null : Math.max(0, at))
  }, [data, session])
}
