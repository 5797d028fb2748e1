import { useQuery } from '@tanstack/react-query'
import { FileInput, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/forms.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { FormCard } from './form-card.tsx'
import { EditForm } from './form-dialog.tsx'
import type { FormJson } from './form-draft.ts'

/**
 * As `EmptyState` in a tab. Not that one: with one more page that has it, the bundler moves it into the file of all pages,
 * which runs before what it needs.
 */
function Nothing({ title, help, action }: { title: string; help: string; action?: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-3 px-4 py-12 text-center">
      <FileInput aria-hidden className="size-8 text-ink-soft" />
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="text-ink-soft">{help}</p>
      {action}
    </div>
  )
}

/** The links by which people without an account fill the template. */
export function FormsTab({ template }: { template: OpenTemplate }) {
  const { id, published_version: published } = template
  const mayWrite = useMay('write')
  const [edited, setEdited] = useState<FormJson | 'new' | null>(null)
  const forms = useQuery({ ...api.forms.list.all({ query: { template_id: id } }), staleTime: 0 })
  const filled = useQuery(api.templates.variables.query({ params: { id } }))
  if (forms.isLoadingError) return <Failure error={forms.error} again={() => forms.refetch()} />
  if (filled.isLoadingError) return <Failure error={filled.error} again={() => filled.refetch()} />
  if (!forms.data || !filled.data) return <Skeleton lines={6} />
  const { results } = forms.data
  const { variables } = filled.data
  const add = mayWrite && (
    <Button look="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      {t('forms.new')}
    </Button>
  )
  if (published === null) return <Nothing title={t('forms.unpublished')} help={t('forms.unpublished_help')} />
  if (variables.length === 0) return <Nothing title={t('forms.no_variables')} help={t('forms.no_variables_help')} />
  return (
    <div className="grid gap-4">
      {results.length === 0 ? (
        <Nothing title={t('forms.empty')} help={t('forms.empty_help')} action={add} />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-prose text-ink-soft">{t('forms.lead')}</p>
            {add}
          </div>
          <ul className="grid gap-3">
            {results.map((form) => (
              <FormCard key={form.id} form={form} mayWrite={mayWrite} onEdit={() => setEdited(form)} />
            ))}
          </ul>
        </>
      )}
      {edited !== null && (
        <EditForm
          template={template}
          variables={variables}
          form={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}
