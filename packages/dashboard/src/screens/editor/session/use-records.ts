import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '#dashboard/api/client.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { showRecord } from './record-actions.ts'
import { useSession } from './use-editor.ts'

/** As many records of an action can be stepped through, those first that are likely to break the design. */
const MAX_RECORDS = 50

interface Wanted {
  templateId: string
  /** As the address says: which action, and the id of one of its records, or `sample`. */
  action: string | undefined
  record: string | undefined
}

/** Fills the design with records of the action in the address, else of the first action that uses the template. */
export function useRecords({ templateId, action, record }: Wanted): void {
  const session = useSession()
  const actions = useActions()
  const chosen = action ?? actions.find((one) => usesTemplate(one, templateId))?.id
  const { data } = useQuery({
    queryKey: ['editor-records', chosen],
    queryFn: ({ signal }) =>
      client.actions.preview({
        params: { id: chosen ?? '' },
        body: { template: { ...session.state.document.design }, draw: false, limit: MAX_RECORDS },
        signal,
      }),
    enabled: chosen !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new records are shown by themselves, not another number
  useEffect(() => {
    if (!data) return
    const records = data.results.map(({ record_id: id, label, values, because }) => ({
      id,
      label,
      values,
      because: because.map(({ message }) => message),
    }))
    session.set({ records })
    if (records.length === 0) return
    const at = records.findIndex(({ id }) => id === record)
    showRecord(session, record === 'sample' ? null : Math.max(0, at))
  }, [data, session])
}
