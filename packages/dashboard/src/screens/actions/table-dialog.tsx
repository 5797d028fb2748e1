import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import {
  type ChosenTable,
  TableChoice,
  type TableChoices,
  useTableChoices,
} from '#dashboard/parts/tables/table-choice.tsx'
import { t } from '#dashboard/strings/actions.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { DialogForm } from '#dashboard/ui/form-dialog.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { ActionDraft, Place } from './draft/action-draft.ts'
import { namesOf } from './draft/auto-mapping.ts'
import { type Lost, moveDraft, namesIn } from './draft/move-draft.ts'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { useTableFields, useTableViews, useVariables } from './draft/use-table.ts'
import { targets } from './draft/write-back-targets.ts'

interface TableDialogProps {
  editor: ActionEditor
  onClose: () => void
}

const nothing: ReadonlyMap<string, string> = new Map()

function placeOf({ connection, baseId, table }: TableChoices): Place | undefined {
  return table && { connection_id: connection, base_id: baseId, table_id: table.id, table_name: table.name }
}

/** Another table for the action. What does not fit there is told before anything changes. */
export function TableDialog({ editor, onClose }: TableDialogProps) {
  const { connection_id: connection, base_id: base } = editor.draft.place
  const [chosen, setChosen] = useState<ChosenTable>({ connection, base })
  const choices = useTableChoices(chosen)
  const place = placeOf(choices)
  return (
    <Dialog open onClose={onClose} title={t('actions.other_table')} description={t('actions.other_table_help')}>
      <div className="grid gap-4">
        {choices.failed && <Failure error={choices.failed.error} again={() => void choices.failed?.refetch()} />}
        <TableChoice
          choices={choices}
          onChoose={(part) => setChosen((before) => ({ ...before, ...part }))}
          errors={nothing}
        />
        {place && <Move key={place.table_id} editor={editor} place={place} view={choices.view} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

interface MoveProps extends TableDialogProps {
  place: Place
  /** The one that was chosen with the table; that of the same name when none was. */
  view: string | undefined
}

/** What the fields of the action are called, wherever that is known. */
function useNames({ saved, draft }: ActionEditor): ReadonlyMap<string, string> {
  const fields = useTableFields(draft.place).data?.results ?? []
  const views = useTableViews(draft.place).data?.results ?? []
  return new Map([...namesIn(saved), ...[...fields, ...views].map(({ id, name }) => [id, name] as const)])
}

function Move({ editor, place, view, onClose }: MoveProps) {
  const names = useNames(editor)
  const fields = useTableFields(place)
  const views = useTableViews(place)
  const variables = useVariables(editor.draft)
  const failed = [fields, views, variables].find(({ isLoadingError }) => isLoadingError)
  if (failed) return <Failure error={failed.error} again={() => void failed.refetch()} />
  if (!fields.data || !views.data || !variables.data) return <Skeleton lines={3} />
  const draft: ActionDraft = view === undefined ? editor.draft : { ...editor.draft, view: null }
  const { moved, lost } = moveDraft(draft, names, {
    wanted: namesOf(variables.data).map(({ name }) => name),
    ...{ place, fields: fields.data.results, views: views.data.results },
  })
  const submit = () => {
    editor.change(view === undefined ? moved : { ...moved, view })
    onClose()
  }
  return (
    <DialogForm submit={t('actions.use_table')} onSubmit={submit} onClose={onClose}>
      {lost.length === 0 ? (
        <p role="status" className="rounded-lg bg-good-soft p-3 text-good">
          {t('actions.all_fits', { table: place.table_name })}
        </p>
      ) : (
        <LostParts lost={lost} table={place.table_name} />
      )}
    </DialogForm>
  )
}

function lostWords({ part, of, name }: Lost): string {
  if (part === 'mapping') return t('actions.lost_mapping', { of, name })
  if (part === 'filter') return t('actions.lost_filter', { name })
  if (part === 'view') return t('actions.lost_view', { name })
  if (part === 'stable_urls') return t('actions.lost_key', { name })
  if (part === 'template_by') return t('actions.lost_template_by', { name })
  const target = targets.find(({ key }) => key === of)
  return t('actions.lost_written', { of: target?.label ?? of, name })
}

function LostParts({ lost, table }: { lost: readonly Lost[]; table: string }) {
  return (
    <div role="status" className="flex gap-3 rounded-lg bg-warn-soft p-3 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{t('actions.not_all_fits', { table })}</p>
        <ul className="mt-1 grid list-disc gap-1 ps-4">
          {lost.map(lostWords).map((words) => (
            <li key={words} className="break-words">
              <bdi>{words}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
