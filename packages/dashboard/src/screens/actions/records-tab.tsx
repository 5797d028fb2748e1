import { useQuery } from '@tanstack/react-query'
import { Replace } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { errorAt, errorWords, fieldErrors } from '#dashboard/api/error-words.ts'
import { TableLink } from '#dashboard/parts/runs/table-link.tsx'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Cell } from './cell.tsx'
import { DeletedRecords } from './deleted-records.tsx'
import { type FilterDraft, STOP_AFTER_FAILURES } from './draft/action-draft.ts'
import type { Sample, TableField } from './draft/types.ts'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { useSample, useTableFields, useTableViews } from './draft/use-table.ts'
import { ExceptionsSection } from './exceptions-section.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { TableDialog } from './table-dialog.tsx'

const wholeTable = '*'
const fewColumns = 4

type SampleRecord = Sample['results'][number]

function askedFields(filter: FilterDraft | null): string[] {
  if (filter === null) return []
  if ('field' in filter) return [filter.field]
  return ('and' in filter ? filter.and : filter.or).flatMap(askedFields)
}

/** The label, what the filter asks, and what fills the template. */
function columnsOf(fields: readonly TableField[], { draft }: ActionEditor): readonly Column<SampleRecord>[] {
  const mapped = Object.values(draft.mapping).flatMap((entry) => {
    if ('field' in entry) return [entry.field]
    return 'text' in entry ? Object.values(entry.fields ?? {}) : []
  })
  const wanted = [...new Set([...askedFields(draft.filter), ...mapped])]
  const shown = wanted.flatMap((id) => fields.filter((field) => field.id === id && !field.primary)).slice(0, fewColumns)
  return [
    {
      id: 'label',
      title: t('actions.record'),
      cell: ({ label, record_id: id }) => (
        <span dir="auto" className="block truncate font-medium">
          {label || id}
        </span>
      ),
    },
    ...shown.map(({ id, name, format }, place) => ({
      id,
      title: name,
      wideOnly: place > 0,
      cell: ({ fields: cells }: SampleRecord) => <Cell value={cells[id]} format={format} />,
    })),
  ]
}

function countWords({ matching, looked_at: lookedAt, complete }: Sample): string {
  if (complete) return t('actions.count_all', { matching, total: lookedAt })
  return t('actions.count_first', { matching, total: lookedAt })
}

interface TabProps {
  editor: ActionEditor
  mayWrite: boolean
}

/** Which records the action takes: the table, its view, then the filter, and what is left of them. */
export function RecordsTab(props: TabProps) {
  const fields = useTableFields(props.editor.draft.place)
  return (
    <div className="grid gap-6">
      <TableSection {...props} />
      {fields.isLoadingError && <Failure error={fields.error} again={() => void fields.refetch()} />}
      {fields.isPending && !fields.error && <Skeleton lines={6} />}
      {fields.data && <Records {...props} fields={fields.data.results} />}
      <StopEarly {...props} />
      <DeletedRecords {...props} />
      <ExceptionsSection actionId={props.editor.saved.id} mayWrite={props.mayWrite} />
    </div>
  )
}

function Records({ editor, mayWrite, fields }: TabProps & { fields: readonly TableField[] }) {
  const { draft, change, errors } = editor
  const sample = useSample(editor.saved.id, draft)
  return (
    <>
      <ViewField editor={editor} mayWrite={mayWrite} />
      <Section title={t('actions.filter')}>
        <FilterEditor
          filter={draft.filter}
          fields={fields}
          errors={errors.size > 0 ? errors : fieldErrors(sample.error)}
          mayWrite={mayWrite}
          onChange={(filter) => change({ filter })}
        />
      </Section>
      <TakenRecords sample={sample} columns={columnsOf(fields, editor)} />
    </>
  )
}

function ViewField({ editor, mayWrite }: TabProps) {
  const { saved, draft, change, errors } = editor
  const views = useTableViews(draft.place)
  const known = views.data?.results ?? []
  if (known.length === 0 && draft.view === null) return null
  const isLost = draft.view !== null && views.data !== undefined && !known.some(({ id }) => id === draft.view)
  const lost = isLost ? t('actions.view_gone', { name: saved.view_name ?? '' }) : undefined
  return (
    <div className="max-w-sm">
      <Field label={t('actions.view')} help={t('actions.view_help')} error={errorAt(errors, '/view') ?? lost}>
        {(control) => (
          <Select
            {...control}
            disabled={!mayWrite}
            options={[
              { value: wholeTable, label: t('actions.all_records') },
              ...known.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={draft.view ?? wholeTable}
            onChange={(view) => change({ view: view === wholeTable ? null : view })}
          />
        )}
      </Field>
    </div>
  )
}

interface TakenRecordsProps {
  sample: ReturnType<typeof useSample>
  columns: readonly Column<SampleRecord>[]
}

/** Whether a run gives up when its first records fail alike. */
function StopEarly({ editor, mayWrite }: TabProps) {
  const { draft, change, saved } = editor
  const count = draft.stop_after_failures ?? saved.stop_after_failures ?? STOP_AFTER_FAILURES
  const title = t('actions.stop_early', { count })
  return (
    <Section title={t('actions.failures')}>
      <div className="flex items-center gap-3">
        <Switch
          aria-label={title}
          checked={draft.stop_after_failures !== null}
          disabled={!mayWrite}
          onChange={(on) => change({ stop_after_failures: on ? count : null })}
        />
        <span>
          <span className="block font-medium">{title}</span>
          <span className="block text-[13px] text-ink-soft">{t('actions.stop_early_help')}</span>
        </span>
      </div>
    </Section>
  )
}

/** The records that get an image, as the table is at the moment. */
function TakenRecords({ sample: { data, error, isPending }, columns }: TakenRecordsProps) {
  const isUnfinished = fieldErrors(error).size > 0
  return (
    <Section
      title={t('actions.taken')}
      aside={
        data &&
        !error && (
          <p role="status" className="text-ink-soft tabular-nums">
            {countWords(data)}
          </p>
        )
      }
    >
      {error && !isUnfinished && (
        <p role="alert" className="rounded-lg bg-bad-soft p-3 break-words text-bad">
          {errorWords(error)}
        </p>
      )}
      {isUnfinished && <p className="text-ink-soft">{t('actions.filter_unfinished')}</p>}
      {isPending && <Skeleton lines={5} />}
      {data && data.results.length > 0 && (
        <Table label={t('actions.taken')} columns={columns} items={data.results} keyOf={(record) => record.record_id} />
      )}
      {data?.results.length === 0 && <EmptyState title={t('actions.none_taken')} help={t('actions.none_taken_help')} />}
    </Section>
  )
}

/** Where the records are, and the way to have them elsewhere. */
function TableSection({ editor, mayWrite }: TabProps) {
  const [isChoosing, setChoosing] = useState(false)
  const { place } = editor.draft
  const connection = useQuery(api.connections.get.query({ params: { id: place.connection_id } })).data
  return (
    <Section
      title={t('actions.table')}
      aside={
        mayWrite && (
          <Button size="small" icon={<Replace />} onClick={() => setChoosing(true)}>
            {t('actions.other_table')}
          </Button>
        )
      }
    >
      <p>
        <TableLink {...place} />{' '}
        {connection && <span className="text-ink-soft">{t('actions.table_of', { connection: connection.name })}</span>}
      </p>
      {isChoosing && <TableDialog editor={editor} onClose={() => setChoosing(false)} />}
    </Section>
  )
}
