import { variablesOf } from '@pictable/renderer/template'
import { useMemo, useState } from 'react'
import { RecordChooser } from '#dashboard/screens/editor/data/record-chooser.tsx'
import { SourceChoice } from '#dashboard/screens/editor/data/source-choice.tsx'
import { WorstChips } from '#dashboard/screens/editor/data/worst-chips.tsx'
import type { DataField } from '#dashboard/screens/editor/session/state.ts'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { SheetButton } from '#dashboard/screens/editor/sheet/sheet-button.tsx'
import { t } from '#dashboard/strings/editing.ts'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { FieldRow } from './field-row.tsx'
import { MissingFields } from './missing-fields.tsx'

const kindsOfVariables = {
  text: 'text',
  color: 'text',
  number: 'number',
  boolean: 'checkbox',
  image: 'attachments',
} as const

/** Without records, what the design itself binds. */
function useFields(): readonly DataField[] {
  const fields = useEditor((state) => state.recordSource.fields)
  const design = useEditor(({ document }) => document.design)
  return useMemo(() => {
    if (fields !== null) return fields
    const byName = new Map(variablesOf(design).map(({ name, kind }) => [name, kindsOfVariables[kind]] as const))
    return [...byName].map(([name, kind]) => ({ name, kind, field: null }))
  }, [fields, design])
}

function FieldList() {
  const fields = useFields()
  const values = useEditor((state) => state.values)
  const of = useEditor((state) => state.recordSource.of)
  const [sought, setSought] = useState('')
  const wanted = sought.trim().toLowerCase()
  const found = fields.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <section aria-label={t('data.fields')} className="grid gap-1.5">
      <SearchBox compact label={t('data.find_field')} value={sought} onChange={setSought} />
      {fields.length === 0 && (
        <p className="text-ink-soft">{of === null ? t('data.no_source') : t('data.no_fields')}</p>
      )}
      {fields.length > 0 && found.length === 0 && <p className="px-1.5 text-ink-soft">{t('ui.no_match')}</p>}
      <ul aria-label={t('data.fields')} className="grid">
        {found.map((field) => (
          <FieldRow key={field.name} field={field} value={values[field.name]} />
        ))}
      </ul>
    </section>
  )
}

/** Fields of an action or a table, with the values of the record that is shown. */
export function DataPanel() {
  const source = useEditor((state) => state.recordSource)
  const isEmpty = useEditor((state) => state.recordSource.fields !== null && state.records.length === 0)
  const isLoading = source.of !== null && source.fields === null && source.error === null
  return (
    <div className="grid content-start gap-3 p-3">
      <SourceChoice />
      {source.error !== null && (
        <p role="alert" className="rounded-md border border-bad/40 bg-bad-soft p-2 text-bad">
          {source.error}
        </p>
      )}
      {source.fields !== null && (
        <div className="grid justify-items-start gap-1.5">
          <div className="flex items-center gap-1">
            <RecordChooser />
            <SheetButton />
          </div>
          <WorstChips />
          {isEmpty && <p className="text-ink-soft">{t('data.no_records')}</p>}
        </div>
      )}
      <MissingFields />
      {isLoading ? <Skeleton lines={6} /> : <FieldList />}
    </div>
  )
}
