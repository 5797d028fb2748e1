import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useActions } from '#dashboard/api/use-actions.ts'
import { AssetName } from '#dashboard/parts/images/asset-name.tsx'
import { readShownScalar } from '#dashboard/parts/templates/read-scalar.ts'
import type { Drawn, Values } from '#dashboard/parts/templates/template.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { t } from '#dashboard/strings/template-page.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Checkbox } from '#dashboard/ui/fields/checkbox.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { Filling, FillingRecord } from './use-filling.ts'

interface FillingPaneProps {
  templateId: string
  filling: Filling
  drawn: Drawn | null
  sample: Values
  isReadOnly: boolean
  onSample: (sample: Values) => void
}

const ofSample = 'sample'

/** Chooses what fills the design. */
export function FillingPane({ templateId, filling, drawn, sample, isReadOnly, onSample }: FillingPaneProps) {
  const actions = useActions()
  const own = actions.filter((action) => usesTemplate(action, templateId))
  const others = actions.filter((action) => !own.includes(action))
  const options = [
    { value: ofSample, label: t('templates.sample') },
    ...[...own, ...others].map(({ id, title, table_name: table }) => ({
      value: id,
      label: t('templates.records_of', { action: title, table }),
    })),
  ]
  return (
    <Section title={t('templates.filled_with')}>
      <Select
        aria-label={t('templates.filled_with')}
        options={options}
        value={filling.actionId ?? ofSample}
        onChange={(chosen) => filling.choose(chosen === ofSample ? null : chosen)}
      />
      {filling.error && filling.actionId !== null && <Failure error={filling.error} />}
      {filling.isPending && !filling.error && <Skeleton lines={2} />}
      {filling.actionId === null
        ? drawn && <SampleForm drawn={drawn} sample={sample} isReadOnly={isReadOnly} onSample={onSample} />
        : filling.record && <Records filling={filling} record={filling.record} />}
      {filling.actionId !== null && !filling.isPending && !filling.error && filling.records.length === 0 && (
        <p className="text-ink-soft">{t('templates.no_records')}</p>
      )}
    </Section>
  )
}

function Records({ filling, record }: { filling: Filling; record: FillingRecord }) {
  const { records, at, step } = filling
  const worst = records.flatMap(({ because }, place) => {
    const told = because.filter(({ code }) => code !== 'first')
    return told.map(({ code, message }) => ({ code, message, place }))
  })
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-1">
        <IconButton
          label={t('templates.record_before')}
          icon={<ChevronLeft className="rtl:rotate-180" />}
          disabled={at === 0}
          onClick={() => step(at - 1)}
        />
        <IconButton
          label={t('templates.record_next')}
          icon={<ChevronRight className="rtl:rotate-180" />}
          disabled={at >= records.length - 1}
          onClick={() => step(at + 1)}
        />
        <span className="min-w-0 grow truncate ps-1 font-medium">
          <bdi>{record.label || record.record_id}</bdi>
        </span>
        <span className="text-[13px] text-ink-soft tabular-nums">
          {t('templates.record_at', { at: at + 1, count: records.length })}
        </span>
      </div>
      {record.because.map(({ code, message }) => (
        <p key={code} dir="auto" className="-mt-1 text-[13px] text-ink-soft">
          {message}
        </p>
      ))}
      {worst.length > 0 && (
        <div className="flex flex-wrap gap-1.5" role="toolbar" aria-label={t('templates.worst')}>
          {worst.map(({ code, message, place }) => (
            <Button key={code} size="small" hint={message} aria-pressed={place === at} onClick={() => step(place)}>
              {t(`templates.because_${code}`)}
            </Button>
          ))}
        </div>
      )}
      <dl className="divide-y divide-line border-y border-line text-[13px]">
        {Object.entries(record.values).map(([name, value]) => (
          <div key={name} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 py-1">
            <dt dir="auto" className="truncate text-ink-soft">
              {name}
            </dt>
            <dd dir="auto" className="line-clamp-3 break-words">
              {value === null ? <Badge>{t('templates.nothing')}</Badge> : String(value)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type SampleFormProps = Pick<FillingPaneProps, 'sample' | 'isReadOnly' | 'onSample'> & { drawn: Drawn }

/** The names that the design binds, each with the value that shows it at its best. */
function SampleForm({ drawn, sample, isReadOnly, onSample }: SampleFormProps) {
  const kinds = new Map(drawn.variables.map(({ name, kind }) => [name, kind]))
  const sampleOf = (name: string) => (Object.hasOwn(sample, name) ? sample[name] : undefined)
  if (kinds.size === 0) return <p className="text-ink-soft">{t('templates.no_variables')}</p>
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
      <p className="text-[13px] text-ink-soft sm:col-span-2 lg:col-span-1">{t('templates.sample_help')}</p>
      {[...kinds].map(([name, kind]) => (
        <Field key={name} label={name} {...(Array.isArray(sampleOf(name)) && { help: t('templates.sample_list') })}>
          {(control) =>
            kind === 'boolean' ? (
              <Checkbox
                id={control.id}
                disabled={isReadOnly}
                checked={sampleOf(name) === true}
                onChange={(isOn) => onSample({ ...sample, [name]: isOn })}
              />
            ) : (
              <>
                <Input
                  {...control}
                  readOnly={isReadOnly || Array.isArray(sampleOf(name))}
                  placeholder={kind === 'image' ? t('templates.image_example') : undefined}
                  value={textOf(sampleOf(name))}
                  onChange={({ target }) =>
                    onSample({ ...sample, [name]: kind === 'number' ? readShownScalar(target.value) : target.value })
                  }
                />
                <AssetName value={sampleOf(name)} />
              </>
            )
          }
        </Field>
      ))}
    </div>
  )
}

function textOf(value: Values[string] | undefined): string {
  return value === undefined || value === null ? '' : Array.isArray(value) ? JSON.stringify(value) : String(value)
}
