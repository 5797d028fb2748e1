import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { type RecordCell, recordCell } from '#dashboard/screens/editor/typing/record-cell.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'

const RecordValueDialog = lazily(() => import('./record-value-dialog.tsx'), 'RecordValueDialog')

function useRecordCell(name: string, at: number | null): RecordCell | undefined {
  const records = useEditor((state) => state.records)
  const recordSource = useEditor((state) => state.recordSource)
  const readOnly = useEditor((state) => state.readOnly)
  const { of } = recordSource
  const actions = useActions()
  const table = of && 'action_id' in of ? actions.find(({ id }) => id === of.action_id) : of
  const params = { id: table?.connection_id ?? '' }
  const { data } = useQuery({ ...api.connections.get.query({ params }), enabled: params.id !== '' })
  return recordCell({ records, recordSource, readOnly }, { name, at, table, source: data?.source })
}

interface RecordValueProps {
  /** That a text shows. */
  readonly name: string
  /** Which of the records that can be stepped through. */
  readonly at: number | null
  readonly onSaved?: () => void
}

/** Changes the value that a record has, where its table can be written. */
export function RecordValue({ name, at, onSaved }: RecordValueProps) {
  const cell = useRecordCell(name, at)
  const [isOpen, setOpen] = useState(false)
  if (!cell) return null
  return (
    <>
      <Button size="small" icon={<Pencil />} onClick={() => setOpen(true)}>
        {t('editor.record_value')}
      </Button>
      <Suspense>
        {isOpen && <RecordValueDialog cell={cell} onSaved={onSaved} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
