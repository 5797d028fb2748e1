import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/editor.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Editor } from './editor.tsx'

const route = getRouteApi('/frame/templates/$id/edit')

/** The visual editor of one template: it takes the window. */
export function EditorPage() {
  const { id } = route.useParams()
  const template = useQuery({ ...api.templates.get.query({ params: { id } }), staleTime: 0 })
  if (template.data) return <Editor key={id} template={template.data} />
  return (
    <div className="grid gap-6 p-8">
      <h1 id="page-title" className="sr-only">
        {t('templates.title')}
      </h1>
      {template.error ? <Failure error={template.error} again={() => template.refetch()} /> : <Skeleton lines={8} />}
    </div>
  )
}
