import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, MoreHorizontal, Pencil, SquarePen, Trash2, Zap } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { toast } from '#dashboard/api/toast.ts'
import { DeleteUnlessUsed } from '#dashboard/parts/delete-unless-used.tsx'
import { RenameTemplate, useRefresh } from '#dashboard/parts/templates/rename-template.tsx'
import type { TemplateJson } from '#dashboard/parts/templates/template.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { t } from '#dashboard/strings/t.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#dashboard/ui/menu.tsx'

interface OpenProps {
  template: TemplateJson
  onClose: () => void
}

function DeleteDialog({ template, onClose, onDeleted }: OpenProps & { onDeleted: () => void }) {
  const queries = useQueryClient()
  const all = useQuery(api.actions.list.all()).data?.results
  const actions = all?.filter((action) => usesTemplate(action, template.id))
  const remove = useMutation({
    ...api.templates.delete.mutation(),
    onSuccess: () => {
      toast.done(t('templates.deleted', { name: template.name }))
      onClose()
      onDeleted()
      queries.invalidateQueries({ queryKey: api.templates.list.key })
    },
  })
  return (
    <DeleteUnlessUsed
      title={t('templates.delete_title', { name: template.name })}
      help={t('templates.delete_help')}
      usedHelp={t('templates.delete_used')}
      confirm={t('templates.delete_confirm')}
      actions={actions}
      isDeleting={remove.isPending}
      onDelete={() => remove.mutate({ params: { id: template.id } })}
      onClose={onClose}
    />
  )
}

/** A template of its own that begins as this one is in the editor, also where that is not published. */
async function duplicate(template: TemplateJson) {
  const { design, sample } = await client.drafts.get({ params: { id: template.id } })
  const name = t('templates.copy_of', { name: template.name }).slice(0, 200)
  return client.templates.create({ body: { name, design, sample } })
}

/** What one can do with a template as a whole. */
export function TemplateMenu({ template, onDeleted = () => {} }: { template: TemplateJson; onDeleted?: () => void }) {
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [opened, setOpened] = useState<'rename' | 'delete' | null>(null)
  const close = () => setOpened(null)
  const copy = useMutation({
    mutationFn: () => duplicate(template),
    onSuccess: async ({ id, name }) => {
      refresh()
      toast.done(t('templates.duplicated', { name }))
      await navigate({ to: '/templates/$id', params: { id } })
    },
  })
  return (
    <>
      <Menu trigger={<IconButton label={t('templates.more', { name: template.name })} icon={<MoreHorizontal />} />}>
        <MenuItem
          icon={<SquarePen />}
          onSelect={() => navigate({ to: '/templates/$id/edit', params: { id: template.id } })}
        >
          {t('templates.edit')}
        </MenuItem>
        {template.published_version !== null && (
          <MenuItem icon={<Zap />} onSelect={() => navigate({ to: '/actions/new', search: { template: template.id } })}>
            {t('templates.use')}
          </MenuItem>
        )}
        <MenuItem icon={<Pencil />} onSelect={() => setOpened('rename')}>
          {t('templates.rename')}
        </MenuItem>
        <MenuItem icon={<Copy />} disabled={copy.isPending} onSelect={() => copy.mutate()}>
          {t('templates.duplicate')}
        </MenuItem>
        <MenuLine />
        <MenuItem danger icon={<Trash2 />} onSelect={() => setOpened('delete')}>
          {t('templates.delete')}
        </MenuItem>
      </Menu>
      {opened === 'rename' && <RenameTemplate template={template} onClose={close} />}
      {opened === 'delete' && <DeleteDialog template={template} onClose={close} onDeleted={onDeleted} />}
    </>
  )
}
