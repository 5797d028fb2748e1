import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, CirclePlay, Plus, WandSparkles } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { fetched } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { useStartRun } from '#dashboard/api/use-start-run.ts'
import { t } from '#dashboard/strings/tables.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'

/** Images of a table: by the actions that read it, or by a new one. */
export function GenerateMenu({ tableId, view }: { tableId: string; view: string | undefined }) {
  const navigate = useNavigate()
  const mayWrite = useMay('write')
  const mayTrigger = useMay('trigger')
  const startRun = useStartRun()
  const actions = useQuery(api.actions.list.all({ query: { table_id: tableId } })).data?.results ?? []
  const make = useMutation({
    scope: { id: 'own connection' },
    async mutationFn() {
      // Most visits of a table do not need it.
      const { OWN_BASE, ownConnection } = await fetched(() => import('#dashboard/parts/tables/own-connection.ts'))
      return { connection: await ownConnection(), base: OWN_BASE }
    },
    onSuccess: (own) => navigate({ to: '/actions/new', search: { ...own, table: tableId, view } }),
  })
  const create = () => make.mutate()
  const start = (action: string) =>
    startRun.mutate(
      { params: { id: action }, body: {} },
      { onSuccess: (run) => 'state' in run && navigate({ to: '/runs/$id', params: { id: run.id } }) },
    )
  if (actions.length === 0)
    return (
      mayWrite && (
        <Button look="primary" icon={<WandSparkles />} busy={make.isPending} onClick={create}>
          {t('tables.make_images')}
        </Button>
      )
    )
  if (!mayTrigger) return null
  return (
    <Menu
      trigger={
        <Button look="primary" icon={<CirclePlay />} busy={startRun.isPending || make.isPending}>
          {t('tables.generate')}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {actions.map(({ id, title }) => (
        <MenuItem key={id} icon={<CirclePlay />} onSelect={() => start(id)}>
          <span dir="auto">{title}</span>
        </MenuItem>
      ))}
      {mayWrite && (
        <>
          <MenuLine />
          <MenuItem icon={<Plus />} onSelect={create}>
            {t('tables.make_others')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
