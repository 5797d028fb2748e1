import { useQuery } from '@tanstack/react-query'
import { FileInput, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/forms.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { FormCard } from './form-card.tsx'
import { EditForm } from './form-dialog.tsx'
import type { FormJson } from './form-draft.ts'

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
  const icon = <FileInput aria-hidden />
  if (published === null)
    return <EmptyState icon={icon} title={t('forms.unpublished')} help={t('forms.unpublished_help')} />
  if (variables.length === 0)
    return <EmptyState icon={icon} title={t('forms.no_variables')} help={t('forms.no_variables_help')} />
  return (
    <div className="grid gap-4">
      {results.length === 0 ? (
        <EmptyState icon={icon} title={t('forms.empty')} help={t('forms.empty_help')} action={add} />
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
