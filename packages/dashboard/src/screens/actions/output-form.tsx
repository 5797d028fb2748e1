import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { errorAt } from '#dashboard/api/error-words.ts'
import type { Fields } from '#dashboard/forms/schema.ts'
import { SchemaForm } from '#dashboard/forms/schema-form.tsx'
import { t } from '#dashboard/strings/actions.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { readOutputSchema } from './output-schema.ts'
import { SomeFormats } from './some-formats.tsx'

interface OutputFormProps {
  /** The settings of an output, with its formats. */
  value: Fields
  onChange: (value: Fields) => void
  errors: ReadonlyMap<string, string>
  /** Where errors of its settings point. */
  pointer: string
  mayWrite: boolean
}

function formatsIn({ formats }: Fields): readonly string[] {
  return Array.isArray(formats) ? formats.map(String) : []
}

/** Formats, size and quality of one output. */
export function OutputForm({ value, onChange, errors, pointer, mayWrite }: OutputFormProps) {
  const openapi = useQuery({ ...api.server.openapi.query(), staleTime: Number.POSITIVE_INFINITY })
  const schema = openapi.data && readOutputSchema(openapi.data)
  if (openapi.isLoadingError) return <Failure error={openapi.error} again={() => void openapi.refetch()} />
  if (openapi.isPending) return <Skeleton lines={6} />
  if (!schema) return null
  const { formats: _, ...settings } = value
  const formats = formatsIn(value)
  return (
    <fieldset disabled={!mayWrite} className="grid min-w-0 gap-6">
      <legend className="sr-only">{t('actions.output')}</legend>
      <SomeFormats
        all={schema.formats}
        value={formats}
        onChange={(chosen) => onChange({ ...settings, formats: chosen })}
        error={errorAt(errors, `${pointer}/formats`)}
      />
      <SchemaForm
        schema={schema.settingsOf(formats)}
        value={settings}
        onChange={(changed) => onChange({ ...changed, formats })}
        errors={errors}
        pointer={pointer}
      />
    </fieldset>
  )
}
