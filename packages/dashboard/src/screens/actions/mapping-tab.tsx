import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Replace, Wand } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { errorAt, errorWords, fieldErrors } from '#dashboard/api/error-words.ts'
import { whenOpened } from '#dashboard/api/lazily.ts'
import { pointerStep } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { isSame } from '#dashboard/ui/is-same.ts'
import { Section } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { draftOf, type Entry } from './draft/action-draft.ts'
import { autoMapping, namesOf, type TemplateName } from './draft/auto-mapping.ts'
import { shownValue } from './draft/shown-value.ts'
import type { TableField } from './draft/types.ts'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { useSample, useTableFields, useVariables } from './draft/use-table.ts'
import { fillingOf } from './entry-words.ts'
import { MappingRow } from './mapping-row.tsx'
import { pictureAsIf, RecordPreview, steps, usePicture, useWorst } from './record-preview.tsx'

const TemplateDialog = whenOpened(() => import('./template-dialog.tsx'), 'TemplateDialog')

const route = getRouteApi('/frame/actions/$id')

interface TabProps {
  editor: ActionEditor
  mayWrite: boolean
}

/** Which record is looked at: one of the sample, or one of the worst. The address keeps it. */
function useLookedAt({ saved, draft }: ActionEditor, { names, fields }: Pick<MappingProps, 'names' | 'fields'>) {
  const { record: wanted, worst: isWorst = false } = route.useSearch()
  const navigate = useNavigate({ from: '/actions/$id' })
  const sample = useSample(saved.id, draft)
  const fillings = names.map(({ name }) => {
    const entry = draft.mapping[name]
    return { name, entry, filling: fillingOf(name, { entry, fields, saved: saved.mapping }) }
  })
  // A name without an entry takes a field by itself. One whose field is gone is empty until another is chosen.
  const mapping = Object.fromEntries(
    fillings.flatMap(({ name, entry, filling }): [string, Entry][] => {
      if (filling.by === 'gone') return [[name, { value: null }]]
      return entry ? [[name, entry]] : []
    }),
  )
  const isPlain = isSame(draftOf(saved), draft) && fillings.every(({ filling }) => filling.by !== 'gone')
  const [output, setOutput] = useState<string>()
  const outputs = [draft.output_name, ...draft.more.map(({ name }) => name)]
  const drawn = output !== undefined && outputs.includes(output) ? { output_name: output } : {}
  const change = { ...pictureAsIf({ ...draft, mapping }, isPlain), ...drawn }
  const worst = useWorst(saved.id, change, isWorst)
  const records = isWorst ? (worst.data?.results ?? []) : (sample.data?.results ?? [])
  const place = Math.max(
    0,
    records.findIndex(({ record_id: id }) => id === wanted),
  )
  const record = records[place]
  const picture = usePicture(saved.id, change, isWorst ? undefined : record?.record_id)
  const cells = sample.data?.results.find(({ record_id: id }) => id === record?.record_id)?.fields
  const shown = isWorst ? worst : picture
  return {
    ...{ record, place, isWorst, cells, sample, outputs, setOutput },
    output: drawn.output_name ?? draft.output_name,
    total: isWorst ? records.length : (sample.data?.results.length ?? 0),
    preview: isWorst ? worst.data?.results[place] : picture.data?.results[0],
    error: shown.error,
    isBehind: isWorst ? worst.isFetching : picture.isBehind,
    look: (part: { record?: string | undefined; worst?: true | undefined }) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false }),
    step: (step: 1 | -1) => {
      const next = records[place + step]?.record_id
      if (next !== undefined)
        void navigate({ search: (before) => ({ ...before, record: next }), replace: true, resetScroll: false })
    },
  }
}

/** What fills each value of the template, beside the picture that comes of it. */
export function MappingTab({ editor, mayWrite }: TabProps) {
  const { draft } = editor
  const variables = useVariables(draft)
  const fields = useTableFields(draft.place)
  const failed = [variables, fields].find(({ isLoadingError }) => isLoadingError)
  if (failed) return <Failure error={failed.error} again={() => void failed.refetch()} />
  if (!variables.data || !fields.data) return <Skeleton lines={8} />
  return <Mapping editor={editor} mayWrite={mayWrite} names={namesOf(variables.data)} fields={fields.data.results} />
}

interface MappingProps extends TabProps {
  names: readonly TemplateName[]
  fields: readonly TableField[]
}

function Mapping({ editor, mayWrite, names, fields }: MappingProps) {
  const looked = useLookedAt(editor, { names, fields })
  const { saved, draft, change, errors } = editor
  const walk = (event: KeyboardEvent) => {
    const step = event.altKey ? steps.get(event.key) : undefined
    if (step === undefined) return
    event.preventDefault()
    looked.step(step)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the buttons do the same
    <div onKeyDown={walk} className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="grid min-w-0 content-start gap-6">
        <TextField
          label={t('actions.name')}
          error={errorAt(errors, '/title')}
          disabled={!mayWrite}
          value={draft.title}
          onChange={(typed) => change({ title: typed })}
        />
        <Section title={t('actions.mapping')} aside={mayWrite && <MappingButtons {...{ editor, names, fields }} />}>
          {names.length === 0 ? (
            <EmptyState title={t('actions.no_names')} help={t('actions.no_names_help')} />
          ) : (
            <ul className="divide-y divide-line rounded-lg border border-line">
              {names.map((name) => {
                const at = `/mapping${pointerStep(name.name)}`
                const filling = fillingOf(name.name, { entry: draft.mapping[name.name], fields, saved: saved.mapping })
                return (
                  <MappingRow
                    key={name.name}
                    {...{ name, filling, fields, mayWrite }}
                    connectionId={draft.place.connection_id}
                    entry={draft.mapping[name.name]}
                    {...shownValue(filling, name.name, { cells: looked.cells, values: looked.preview?.values })}
                    hasRecord={looked.cells !== undefined}
                    error={
                      errorAt(errors, at) ??
                      (filling.by === 'text' ? errorAt(fieldErrors(looked.error), at) : undefined)
                    }
                    onChange={(entry) => change({ mapping: { ...draft.mapping, [name.name]: entry } })}
                  />
                )
              })}
            </ul>
          )}
        </Section>
      </div>
      <Shown looked={looked} />
    </div>
  )
}

/** The picture of the record that is looked at; why there is none, where there is none. */
function Shown({ looked }: { looked: ReturnType<typeof useLookedAt> }) {
  const { sample } = looked
  if (sample.data?.results.length === 0 && !looked.isWorst)
    return (
      <div>
        <EmptyState title={t('actions.no_records')} help={t('actions.no_records_help')} />
      </div>
    )
  if (sample.error && !sample.data)
    return (
      <p role="alert" className="self-start rounded-lg bg-bad-soft p-3 break-words text-bad">
        {[...fieldErrors(sample.error).values()][0] ?? errorWords(sample.error)}
      </p>
    )
  const { outputs, output, setOutput } = looked
  return (
    <div className="grid min-w-0 content-start gap-3">
      {outputs.length > 1 && (
        <Select
          aria-label={t('actions.shown_output')}
          options={outputs.map((name) => ({ value: name, label: name }))}
          value={output}
          onChange={setOutput}
        />
      )}
      <RecordPreview
        {...looked}
        label={looked.record?.label ?? ''}
        onStep={looked.step}
        onWorst={(isWorst) => looked.look({ worst: isWorst || undefined, record: undefined })}
      />
    </div>
  )
}

function MappingButtons({ editor, names, fields }: Omit<MappingProps, 'mayWrite'>) {
  const [isChoosing, setChoosing] = useState(false)
  const { draft, change } = editor
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="small"
        icon={<Wand />}
        hint={t('actions.automatic_help')}
        onClick={() => change({ mapping: autoMapping(names, fields, fixedOnly(draft.mapping)) })}
      >
        {t('actions.automatic')}
      </Button>
      <Button size="small" icon={<Replace />} onClick={() => setChoosing(true)}>
        {t('actions.other_template')}
      </Button>
      {isChoosing && (
        <TemplateDialog
          chosen={draft.template_id}
          onClose={() => setChoosing(false)}
          onChoose={(templateId, namesThere) => {
            setChoosing(false)
            change({ template_id: templateId, mapping: autoMapping(namesThere, fields, draft.mapping) })
          }}
        />
      )}
    </span>
  )
}

function fixedOnly(mapping: Readonly<Record<string, Entry>>): Record<string, Entry> {
  const isFixed = (entry: Entry) => 'text' in entry || ('value' in entry && entry.value !== null)
  return Object.fromEntries(Object.entries(mapping).filter(([, entry]) => isFixed(entry)))
}
