import { useState } from 'react'
import { type ChosenTable, TableChoice, useTableChoices } from '#dashboard/parts/tables/table-choice.tsx'
import type { RecordSource } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'

const nothing: ReadonlyMap<string, string> = new Map()

interface TableDialogProps {
  onChoose: (of: NonNullable<RecordSource['of']>) => void
  onClose: () => void
}

/** Chooses a table whose records fill the design while it is edited. */
export function TableDialog({ onChoose, onClose }: TableDialogProps) {
  const [chosen, setChosen] = useState<ChosenTable>({})
  const choices = useTableChoices(chosen)
  const { connection, baseId, table, view, views = [], failed } = choices
  const choose = () => {
    if (!table) return
    const found = views.find(({ id }) => id === view)
    onChoose({
      ...{ connection_id: connection, base_id: baseId, table_id: table.id, table_name: table.name },
      ...{ view_id: found?.id ?? null, view_name: found?.name ?? null },
    })
    onClose()
  }
  return (
    <FormDialog
      title={t('data.table_title')}
      description={t('data.table_help')}
      submit={t('data.table_choose')}
      isIncomplete={table === undefined}
      onSubmit={choose}
      onClose={onClose}
    >
      {failed && <Failure error={failed.error} again={() => void failed.refetch()} />}
      <TableChoice
        choices={choices}
        onChoose={(part) => setChosen((before) => ({ ...before, ...part }))}
        errors={nothing}
      />
    </FormDialog>
  )
}
