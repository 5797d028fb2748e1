import { useState } from 'react'
import { ConnectData } from '#dashboard/screens/editor/data/connect-data.tsx'
import { RecordChooser } from '#dashboard/screens/editor/data/record-chooser.tsx'
import { SourceChoice } from '#dashboard/screens/editor/data/source-choice.tsx'
import { WorstChips } from '#dashboard/screens/editor/data/worst-chips.tsx'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import { showLastRecord, showRecord } from '#dashboard/screens/editor/session/record-actions.ts'
import type { DataField } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { SheetButton } from '#dashboard/screens/editor/sheet/sheet-button.tsx'
import { type SampleKind, useSampleKinds } from '#dashboard/screens/editor/typing/sample-kinds.ts'
import { t } from '#dashboard/strings/editing.ts'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { FieldRow } from './field-row.tsx'
import { MissingFields } from './missing-fields.tsx'
import { OtherCurrencies } from './other-currencies.tsx'

const kindsOfFields: Readonly<Record<SampleKind, DataField['kind']>> = {
  text: 'text',
  color: 'text',
  number: 'number',
  boolean: 'checkbox',
  image: 'attachments',
  list: 'json',
  rows: 'json',
}

const NO_FIELDS: readonly DataField[] = []

const choiceClass =
  'min-h-[24px] rounded-sm text-ink-soft hover:text-ink aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-sm'

/** Whose values are listed and drawn: those of a record, or the sample values. */
function ListHead({ isSample }: { isSample: boolean }) {
  const session = useSession()
  const hasRecords = useEditor(({ records }) => records.length > 0)
  const choose = (wantsSample: boolean) => {
    if (wantsSample === isSample) return
    if (wantsSample) showRecord(session, null)
    else showLastRecord(session)
  }
  return (
    <>
      {hasRecords ? (
        <fieldset aria-label={t('data.shown')} className="grid grid-cols-2 rounded-md bg-sunken p-0.5">
          <button type="button" aria-pressed={!isSample} onClick={() => choose(false)} className={choiceClass}>
            {t('data.record')}
          </button>
          <button type="button" aria-pressed={isSample} onClick={() => choose(true)} className={choiceClass}>
            {t('data.samples')}
          </button>
        </fieldset>
      ) : (
        <h2 className="font-semibold">{t('data.samples')}</h2>
      )}
      {isSample && <p className="text-xs text-ink-soft">{t('data.samples_help')}</p>}
    </>
  )
}

/** What the design binds, with its sample values, while no record is shown; else the fields of the record. */
function FieldList() {
  const fields = useEditor((state) => state.recordSource.fields) ?? NO_FIELDS
  const hasSource = useEditor((state) => state.recordSource.of !== null)
  const isSample = useEditor(({ record }) => record === null)
  const values = useEditor((state) => state.values)
  const kinds = useSampleKinds()
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const [sought, setSought] = useState('')
  const known = new Map(fields.map((field) => [field.name, field]))
  const bound = [...kinds].map(
    ([name, kind]) => known.get(name) ?? { name, kind: kindsOfFields[kind], field: null, format: null, link: null },
  )
  const samples = isSample ? bound : NO_FIELDS
  const others = isSample ? fields.filter(({ name }) => !kinds.has(name)) : fields
  const wanted = sought.trim().toLowerCase()
  const find = (list: readonly DataField[]) => list.filter(({ name }) => name.toLowerCase().includes(wanted))
  const [foundSamples, foundOthers] = [find(samples), find(others)]
  const isNone = samples.length + others.length === 0
  return (
    <section aria-label={t('data.fields')} className="grid gap-1.5">
      {(!isSample || samples.length > 0) && <ListHead isSample={isSample} />}
      <SearchBox compact label={t('data.find_field')} value={sought} onChange={setSought} />
      {!isSample && !isReadOnly && fields.length > 0 && (
        <p className="px-1.5 text-xs text-ink-soft">{t('data.drag_help')}</p>
      )}
      {isNone && <p className="text-ink-soft">{t(hasSource ? 'data.no_fields' : 'data.no_source')}</p>}
      {!isNone && foundSamples.length + foundOthers.length === 0 && (
        <p className="px-1.5 text-ink-soft">{t('data.no_field')}</p>
      )}
      {foundSamples.length > 0 && (
        <ul aria-label={t('data.samples')} className="grid gap-0.5">
          {foundSamples.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              value={partAt(values, field.name)}
              sampleKind={kinds.get(field.name)}
            />
          ))}
        </ul>
      )}
      {isSample && foundOthers.length > 0 && <h2 className="mt-1.5 font-semibold">{t('data.other_fields')}</h2>}
      {foundOthers.length > 0 && (
        <ul aria-label={t('data.fields')} className="grid">
          {foundOthers.map((field) => (
            <FieldRow key={field.name} field={field} value={partAt(values, field.name)} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Sample values, or the fields of an action or a table with the values of the record that is shown. */
export function DataPanel() {
  const source = useEditor((state) => state.recordSource)
  const isEmpty = useEditor((state) => state.recordSource.fields !== null && state.records.length === 0)
  const isViewer = useEditor(({ readOnly }) => readOnly === 'role' || readOnly === 'phone')
  const isLoading = source.of !== null && source.fields === null && source.error === null
  return (
    <div className="grid content-start gap-3 p-3">
      {source.of === null && !isViewer && <ConnectData />}
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
      <OtherCurrencies />
      <MissingFields />
      {isLoading ? <Skeleton lines={6} /> : <FieldList />}
    </div>
  )
}
