import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { errorAt } from '#dashboard/api/error-words.ts'
import type { Fields } from '#dashboard/forms/schema.ts'
import { SchemaForm } from '#dashboard/forms/schema-form.tsx'
import { t } from '#dashboard/strings/t.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { type OutputSchema, readOutputSchema } from './output-schema.ts'
import { SomeFormats } from './some-formats.tsx'
import { WriteBackFields } from './write-back-fields.tsx'

interface OutputTabProps {
  editor: ActionEditor
  mayWrite: boolean
}

/** What is made, where it is kept, and what is written back into the table. */
export function OutputTab({ editor, mayWrite }: OutputTabProps) {
  const openapi = useQuery({ ...api.server.openapi.query(), staleTime: Number.POSITIVE_INFINITY })
  const settings = useQuery(api.settings.get.query()).data
  const schema = openapi.data && readOutputSchema(openapi.data)
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <Section title={t('actions.output')}>
        {openapi.isLoadingError && <Failure error={openapi.error} again={() => void openapi.refetch()} />}
        {openapi.isPending && <Skeleton lines={6} />}
        {schema && <OutputForm {...{ editor, mayWrite, schema }} />}
      </Section>
      <div className="grid content-start gap-6">
        <Section title={t('actions.write_back')}>
          <WriteBackFields editor={editor} mayWrite={mayWrite} />
        </Section>
        {settings && (
          <Section title={t('actions.kept')}>
            <p className="break-words text-ink-soft">
              {t('actions.kept_place', { place: settings.storage.place, url: settings.public_url })}
            </p>
            {settings.public_url_problem !== null && (
              <p className="flex gap-3 rounded-lg bg-warn-soft p-3 text-warn">
                <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                <span className="min-w-0 break-words">
                  {t('actions.address_problem', { url: settings.public_url, problem: settings.public_url_problem })}
                </span>
              </p>
            )}
          </Section>
        )}
      </div>
    </div>
  )
}

function formatsIn({ formats }: Fields): readonly string[] {
  return Array.isArray(formats) ? formats.map(String) : []
}

function OutputForm({ editor, mayWrite, schema }: OutputTabProps & { schema: OutputSchema }) {
  const { draft, change, errors } = editor
  const { formats: _, ...settings } = draft.output
  const formats = formatsIn(draft.output)
  return (
    <fieldset disabled={!mayWrite} className="grid min-w-0 gap-6">
      <legend className="sr-only">{t('actions.output')}</legend>
      <SomeFormats
        all={schema.formats}
        value={formats}
        onChange={(chosen) => change({ output: { ...settings, formats: chosen } })}
        error={errorAt(errors, '/output/formats')}
      />
      <SchemaForm
        schema={schema.settingsOf(formats)}
        value={settings}
        onChange={(changed) => change({ output: { ...changed, formats } })}
        errors={errors}
        pointer="/output"
      />
    </fieldset>
  )
}
