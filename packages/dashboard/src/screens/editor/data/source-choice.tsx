import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import type { RecordSource } from '#dashboard/screens/editor/session/state.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { RECORDS_KEY } from '#dashboard/screens/editor/session/use-records.ts'
import { t } from '#dashboard/strings/editing.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'

const TableDialog = lazily(() => import('./table-dialog.tsx'), 'TableDialog')

const route = getRouteApi('/frame/templates/$id/edit')

type Of = NonNullable<RecordSource['of']>

const OTHER_TABLE = 'other'
const keyOf = (of: Of) => ('action_id' in of ? of.action_id : 'table')

const tableWords = (of: Exclude<Of, { action_id: string }>) =>
  of.view_name === null
    ? t('data.table', { table: of.table_name })
    : t('data.table_view', { table: of.table_name, view: of.view_name })

/** Those who may write keep the choice with the template; for others it is in the address. */
function useChoose(): (of: Of) => void {
  const { id } = route.useParams()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const isViewer = useEditor(({ readOnly }) => readOnly === 'role' || readOnly === 'phone')
  const { mutate } = useMutation({
    ...api.templates.update.mutation(),
    onSuccess(template) {
      queries.setQueryData(api.templates.get.query({ params: { id } }).queryKey, template)
      show(undefined)
    },
  })
  const show = (action: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, action, record: undefined }), replace: true })
  return (of) => {
    if (!isViewer) mutate({ params: { id }, body: { preview_source: of } })
    else if ('action_id' in of) show(of.action_id)
  }
}

/** Asks for the table whose records are shown. */
export function ChooseTable({ onClose }: { onClose: () => void }) {
  return <TableDialog onChoose={useChoose()} onClose={onClose} />
}

/** Whose records are shown: those of an action, or of a table. */
export function SourceChoice() {
  const { id } = route.useParams()
  const queries = useQueryClient()
  const actions = useActions()
  const of = useEditor((state) => state.recordSource.of)
  const isViewer = useEditor(({ readOnly }) => readOnly === 'role' || readOnly === 'phone')
  const choose = useChoose()
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
