import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { RECORDS_KEY } from '#dashboard/screens/editor/session/use-records.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { type Of, useChooseSource } from './use-choose-source.ts'

const TableDialog = lazily(() => import('./table-dialog.tsx'), 'TableDialog')

const route = getRouteApi('/frame/templates/$id/edit')

const OTHER_TABLE = 'other'
const keyOf = (of: Of) => ('action_id' in of ? of.action_id : 'table')

const tableWords = (of: Exclude<Of, { action_id: string }>) =>
  of.view_name === null
    ? t('data.table', { table: of.table_name })
    : t('data.table_view', { table: of.table_name, view: of.view_name })

/** Asks for the table whose records are shown. */
export function ChooseTable({ onClose }: { onClose: () => void }) {
  return <TableDialog onChoose={useChooseSource()} onClose={onClose} />
}

/** Whose records are shown: those of an action, or of a table. */
export function SourceChoice() {
  const { id } = route.useParams()
  const queries = useQueryClient()
  const actions = useActions()
  const of = useEditor((state) => state.recordSource.of)
  const isViewer = useEditor(({ readOnly }) => readOnly === 'role' || readOnly === 'phone')
  const choose = useChooseSource()
  const [isChoosing, setChoosing] = useState(false)
  // Those that use the template come first.
  const sorted = actions.toSorted((one, other) => Number(usesTemplate(other, id)) - Number(usesTemplate(one, id)))
  const options = [
    ...sorted.map(({ id: value, title, table_name }) => ({
      value,
      label: t('data.action', { title, table: table_name }),
    })),
    ...(of && !('action_id' in of) ? [{ value: 'table', label: tableWords(of) }] : []),
    ...(isViewer ? [] : [{ value: OTHER_TABLE, label: t('data.other_table') }]),
  ]
  const onChange = (value: string) => {
    if (value === OTHER_TABLE) setChoosing(true)
    else if (value !== 'table') choose({ action_id: value })
  }
  return (
    <div className="flex items-center gap-1">
      <Select
        compact
        aria-label={t('data.source')}
        options={options}
        value={of && keyOf(of)}
        placeholder={t('data.source_none')}
        onChange={onChange}
      />
      <IconButton
        size="small"
        label={t('data.refresh')}
        icon={<RefreshCw />}
        disabled={of === null}
        onClick={() => void queries.invalidateQueries({ queryKey: [RECORDS_KEY] })}
      />
      {isChoosing && <TableDialog onChoose={choose} onClose={() => setChoosing(false)} />}
    </div>
  )
}
