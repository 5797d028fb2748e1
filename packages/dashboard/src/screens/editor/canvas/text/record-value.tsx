import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { createContext, type ReactNode, Suspense, use, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { type RecordCell, recordCell } from '#dashboard/screens/editor/typing/record-cell.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'

const RecordValueDialog = lazily(() => import('./record-value-dialog.tsx'), 'RecordValueDialog')

function useRecordCell(name: string, recordId: string | undefined): RecordCell | undefined {
  const records = useEditor((state) => state.records)
  const recordSource = useEditor((state) => state.recordSource)
  const readOnly = useEditor((state) => state.readOnly)
  const { of } = recordSource
  const actions = useActions()
  const table = of && 'action_id' in of ? actions.find(({ id }) => id === of.action_id) : of
  const params = { id: table?.connection_id ?? '' }
  const { data } = useQuery({ ...api.connections.get.query({ params }), enabled: params.id !== '' })
  return recordCell({ records, recordSource, readOnly }, { name, recordId, table, source: data?.source })
}

/** A cell whose value is being changed. */
interface Opened {
  readonly cell: RecordCell
  readonly onSaved: (() => void) | undefined
}

const OpenContext = createContext<(opened: Opened) => void>(() => {})

/**
 * Has the dialog for the value of a record: the cell is the one of the time when it was opened, and what is typed stays
 * when records, their order or the right to edit change, or the button goes.
 */
export function RecordValues({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>()
  return (
    <OpenContext value={setOpened}>
      {children}
      <Suspense>{opened && <RecordValueDialog {...opened} onClose={() => setOpened(undefined)} />}</Suspense>
    </OpenContext>
  )
}

interface RecordValueProps {
  /** That a text shows. */
  readonly name: string
  /** Of one of the records that can be stepped through. */
  readonly recordId: string | undefined
  readonly onSaved?: () => void
}

/** Changes the value that a record has, where its table can be written. */
export function RecordValue({ name, recordId, onSaved }: RecordValueProps) {
  const cell = useRecordCell(name, recordId)
  const open = use(OpenContext)
  return (
    cell && (
      <Button size="small" icon={<Pencil />} onClick={() => open({ cell, onSaved })}>
        {t('editor.record_value')}
      </Button>
    )
  )
}
