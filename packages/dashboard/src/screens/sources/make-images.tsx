import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LayoutTemplate, WandSparkles } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { toPreview } from '#dashboard/parts/tables/to-preview.ts'
import { t } from '#dashboard/strings/sources.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { TablePlace } from './source.ts'

interface NextProps {
  connectionId: string
  place: TablePlace
}

/** The next step of every table that was found. */
export function MakeImages({ connectionId, place }: NextProps) {
  const navigate = useNavigate()
  return (
    <Button
      look="primary"
      icon={<WandSparkles />}
      disabled={place.table === undefined}
      onClick={() => navigate({ to: '/actions/new', search: { connection: connectionId, ...place } })}
    >
      {t('sources.make_images')}
    </Button>
  )
}

interface Named {
  id: string
  name: string
}

const nameIn = (list: readonly Named[] | undefined, wanted: string) =>
  list?.find(({ id }) => id === wanted)?.name ?? wanted

/** Back to the template that the table was connected for, which shows its records then. */
export function ShowInTemplate({ connectionId, place, template }: NextProps & { template: string }) {
  const navigate = useNavigate()
  const { base = '', table = '', view } = place
  const params = { id: connectionId }
  const ids = { base_id: base, table_id: table }
  const isChosen = table !== ''
  // The picker beside has read both.
  const tables = useQuery({ ...api.connections.tables.query({ params, query: { base_id: base } }), enabled: isChosen })
  const views = useQuery({
    ...api.connections.views.query({ params, query: ids }),
    enabled: isChosen && view !== undefined,
  })
  const show = useMutation({
    ...toPreview,
    onSuccess: () => navigate({ to: '/templates/$id/edit', params: { id: template } }),
  })
  const source = {
    connection_id: connectionId,
    ...ids,
    table_name: nameIn(tables.data?.results, table),
    view_id: view ?? null,
    view_name: view === undefined ? null : nameIn(views.data?.results, view),
  }
  return (
    <Button
      look="primary"
      icon={<LayoutTemplate />}
      disabled={!isChosen}
      busy={show.isPending}
      onClick={() => show.mutate({ template, source: () => source })}
    >
      {t('sources.show_records')}
    </Button>
  )
}
