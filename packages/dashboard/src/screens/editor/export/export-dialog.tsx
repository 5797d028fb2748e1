import { type ImageFormat, imageFormats } from '@pictable/model/image'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatName } from '#dashboard/parts/images/format-name.ts'
import { MAX_SIDE_PX } from '#dashboard/parts/templates/page-sizes.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { recordName } from '#dashboard/screens/editor/session/record-actions.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { MAX_RECORDS } from '#dashboard/screens/editor/session/use-records.ts'
import { t } from '#dashboard/strings/exporting.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { NumberField } from '#dashboard/ui/fields/number-field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import type { ExportItem, ExportSettings, FailedItem } from './draw-images.ts'
import { useExport } from './use-export.ts'

const scales = [0.5, 1, 2, 3, 4]
/** Formats that have no use for a quality. */
const exact: readonly ImageFormat[] = ['png']

/** What can be exported: the sample values, and each record that is known. */
function useItems(): readonly ExportItem[] {
  const records = useEditor((state) => state.records)
  const sample = useEditor(({ document }) => document.sample)
  const named = records.map((record) => ({ key: record.record_id, label: recordName(record), values: record.values }))
  return [{ key: '', label: recordName(null), values: sample }, ...named]
}

/** Why there is nothing but the sample values. */
function NoRecords() {
  const { of, fields, error } = useEditor((state) => state.recordSource)
  const words = fields === null ? t('export.loading') : t('export.no_records')
  return <p className="text-ink-soft">{of === null ? t('export.sample_only') : (error ?? words)}</p>
}

interface ItemListProps {
  items: readonly ExportItem[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

function ItemList({ items, chosen, onChoose }: ItemListProps) {
  if (items.length === 1) return <NoRecords />
  const records = items.filter(({ key }) => key !== '').map(({ key }) => key)
  const hasAll = records.every((key) => chosen.has(key))
  const tick = (key: string, isTicked: boolean) => {
    const others = new Set([...chosen].filter((other) => other !== key))
    onChoose(isTicked ? others.add(key) : others)
  }
  return (
    <fieldset className="grid min-w-0">
      <legend className="mb-1 font-medium">{t('export.records')}</legend>
      <CheckboxLine
        label={t('export.all', { count: records.length })}
        checked={hasAll}
        onChange={(isTicked) => onChoose(new Set(isTicked ? records : []))}
      />
      <div className="max-h-60 overflow-y-auto border-t border-line">
        {items.map(({ key, label }) => (
          <CheckboxLine
            key={key}
            label={label}
            checked={chosen.has(key)}
            onChange={(isTicked) => tick(key, isTicked)}
          />
        ))}
      </div>
      {records.length >= MAX_RECORDS && <p className="mt-1.5 text-[13px] text-ink-soft">{t('export.loaded')}</p>}
    </fieldset>
  )
}

interface SettingsProps {
  settings: ExportSettings
  qualityError: string | undefined
  onChange: (settings: ExportSettings) => void
}

function Settings({ settings, qualityError, onChange }: SettingsProps) {
  const { format, scale, quality = Number.NaN, transparent = false } = settings
  const { width, height } = useEditor(({ document }) => document.design)
  const fits = (each: number) => each * Math.max(width, height) <= MAX_SIDE_PX
  const sizes = scales.filter((each) => each === 1 || fits(each))
  const wordsOf = (each: number) =>
    t('export.size_of', {
      scale: each,
      width: String(Math.round(width * each)),
      height: String(Math.round(height * each)),
    })
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('export.format')}>
          {(control) => (
            <Select
              {...control}
              options={imageFormats.map((value) => ({ value, label: formatName(value) }))}
              value={format}
              onChange={(value) =>
                onChange({ ...settings, format: imageFormats.find((each) => each === value) ?? format })
              }
            />
          )}
        </Field>
        <Field label={t('export.size')}>
          {(control) => (
            <Select
              {...control}
              options={sizes.map((each) => ({ value: String(each), label: wordsOf(each) }))}
              value={String(scale)}
              onChange={(value) => onChange({ ...settings, scale: Number(value) })}
            />
          )}
        </Field>
      </div>
      {!exact.includes(format) && (
        <NumberField
          label={t('export.quality')}
          optional
          error={qualityError}
          value={quality}
          onChange={(value) => onChange({ ...settings, quality: Number.isNaN(value) ? undefined : value })}
        />
      )}
      {format !== 'jpeg' && (
        <CheckboxLine
          label={t('export.transparent')}
          checked={transparent}
          onChange={(isOn) => onChange({ ...settings, transparent: isOn })}
        />
      )}
    </>
  )
}

/** What is sent: nothing that the format has no use for. */
function sentSettings({ format, scale, quality, transparent = false }: ExportSettings): ExportSettings {
  return {
    format,
    scale,
    ...(!exact.includes(format) && { quality }),
    ...(format !== 'jpeg' && { transparent }),
  }
}

interface ItemReasonsProps {
  title: string
  look: 'bad' | 'warn'
  items: readonly FailedItem[]
}

function ItemReasons({ title, look, items }: ItemReasonsProps) {
  if (items.length === 0) return null
  const [ground, ink] = look === 'bad' ? ['bg-bad-soft', 'text-bad'] : ['bg-warn-soft', 'text-warn']
  return (
    <div role="alert" className={`grid gap-1.5 rounded-lg p-3 text-[13px] ${ground}`}>
      <p className={`font-medium ${ink}`}>{title}</p>
      <ul className="grid max-h-40 gap-1 overflow-y-auto">
        {items.map(({ item, reason }) => (
          <li key={item.key} className="wrap-anywhere">
            <bdi className="font-medium">{item.label}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}

function ProgressLine({ progress }: { progress: { done: number; count: number } | null }) {
  return (
    <div role="status" className="grid gap-1.5 text-[13px] text-ink-soft empty:hidden">
      {progress && (
        <>
          <Progress label={t('export.title')} done={progress.done} total={progress.count} />
          {t('export.progress', progress)}
        </>
      )}
    </div>
  )
}

/** The record that is shown; beside the contact sheet all of them. */
function firstChoice({ hasSheet, records, record }: EditorState): ReadonlySet<string> {
  const ids = records.map(({ record_id }) => record_id)
  if (hasSheet && ids.length > 0) return new Set(ids)
  return new Set([record === null ? '' : (ids[record] ?? '')])
}

/** Images of the design as it is now, of one record or of several. */
export function ExportDialog({ template }: { template: OpenTemplate }) {
  const session = useSession()
  const items = useItems()
  const [chosen, setChosen] = useState(() => firstChoice(session.state))
  const [settings, setSettings] = useState<ExportSettings>({ format: 'png', scale: 1 })
  const { progress, failed, lacking, error, start, cancel } = useExport(template.name)
  const { quality = 1 } = settings
  const isWrong = !exact.includes(settings.format) && !(Number.isInteger(quality) && quality >= 1 && quality <= 100)
  const wanted = items.filter(({ key }) => chosen.has(key))
  const close = () => {
    cancel()
    session.set({ dialog: null })
  }
  const download = (of: readonly ExportItem[]) => void start(of, sentSettings(settings))
  return (
    <Dialog open stays onClose={close} title={t('export.title')} description={t('export.help')}>
      <div className="grid gap-4">
        <ItemList items={items} chosen={chosen} onChoose={setChosen} />
        <Settings
          settings={settings}
          qualityError={isWrong ? t('export.quality_limit') : undefined}
          onChange={setSettings}
        />
        <ItemReasons look="bad" title={t('export.failed', { count: failed.length })} items={failed} />
        <ItemReasons look="warn" title={t('export.lacking', { count: lacking.length })} items={lacking} />
        {error !== null && (
          <p role="alert" className="text-[13px] text-bad">
            {error}
          </p>
        )}
        <ProgressLine progress={progress} />
        <DialogActions>
          {progress !== null && <Button onClick={cancel}>{t('export.cancel')}</Button>}
          {progress === null && failed.length > 0 && (
            <Button disabled={isWrong} onClick={() => download(failed.map(({ item }) => item))}>
              {t('export.retry')}
            </Button>
          )}
          <Button
            look="primary"
            icon={<Download />}
            busy={progress !== null}
            disabled={wanted.length === 0 || isWrong}
            onClick={() => download(wanted)}
          >
            {t('export.download', { count: Math.max(1, wanted.length) })}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
