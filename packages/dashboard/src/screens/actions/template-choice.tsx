import { LayoutTemplate, Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { Template } from './draft/types.ts'
import { TemplatePicture } from './template-picture.tsx'

const NewTemplate = lazily(() => import('#dashboard/parts/templates/new-template.tsx'), 'NewTemplate')
const ImportTemplate = lazily(() => import('#dashboard/parts/templates/import-template.tsx'), 'ImportTemplate')

const fewTemplates = 8

interface TemplateChoiceProps {
  chosen: string | undefined
  onChoose: (template: Pick<Template, 'id'>) => void
}

type Opened = 'starters' | 'import' | null

interface MakeTemplateProps extends Pick<TemplateChoiceProps, 'onChoose'> {
  opened: Opened
  onOpen: (opened: Opened) => void
}

/** A template that is not there yet: once it is made, it is the chosen one. */
function MakeTemplate({ opened, onOpen, onChoose }: MakeTemplateProps) {
  const close = () => onOpen(null)
  const made = (template: Pick<Template, 'id'>) => {
    close()
    onChoose(template)
  }
  return (
    <Suspense>
      {opened === 'starters' && <NewTemplate onImport={() => onOpen('import')} onClose={close} onMade={made} />}
      {opened === 'import' && <ImportTemplate onClose={close} onMade={made} />}
    </Suspense>
  )
}

/** One template of all, and the way to a new one. Its dialogs stay while the first template takes the place of none. */
export function TemplateChoice({ chosen, onChoose }: TemplateChoiceProps) {
  const [opened, setOpened] = useState<Opened>(null)
  const mayWrite = useMay('write')
  const make = mayWrite && (
    <Button size="small" icon={<Plus />} onClick={() => setOpened('starters')}>
      {t('actions.new_template')}
    </Button>
  )
  return (
    <>
      <TemplateList chosen={chosen} onChoose={onChoose} make={make} />
      <MakeTemplate opened={opened} onOpen={setOpened} onChoose={onChoose} />
    </>
  )
}

/** The templates, by how they look. */
function TemplateList({ chosen, onChoose, make }: TemplateChoiceProps & { make: ReactNode }) {
  const [typed, setTyped] = useState('')
  const list = usePages(api.templates.list.pages({ query: { limit: 60 } }))
  const shown = list.items.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  if (list.error && list.items.length === 0) return <Failure error={list.error} again={list.again} />
  if (list.isPending) return <Skeleton lines={4} />
  if (list.items.length === 0)
    return (
      <EmptyState
        icon={<LayoutTemplate aria-hidden />}
        title={t('actions.no_templates')}
        help={t('actions.no_templates_help')}
        action={make}
      />
    )
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {list.items.length > fewTemplates && (
          <div className="min-w-0 grow basis-48">
            <SearchBox label={t('actions.find_template')} value={typed} onChange={setTyped} />
          </div>
        )}
        {make}
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {shown.map((template) => (
          <TemplateButton
            key={template.id}
            template={template}
            isChosen={template.id === chosen}
            onPress={() => onChoose(template)}
          />
        ))}
      </div>
      {shown.length === 0 && <p className="text-ink-soft">{t('actions.no_template')}</p>}
      {list.hasMore && (
        <Button busy={list.isLoadingMore} onClick={list.loadMore}>
          {t('actions.more_templates')}
        </Button>
      )}
    </div>
  )
}

interface TemplateButtonProps {
  template: Template
  isChosen: boolean
  onPress: () => void
}

function TemplateButton({ template, isChosen, onPress }: TemplateButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      className={classNames(
        'grid min-w-0 gap-2 rounded-lg border p-2 text-start',
        isChosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
      )}
    >
      <span className="relative aspect-[40/21] overflow-hidden rounded bg-sunken">
        <TemplatePicture template={template} />
      </span>
      <span className="flex min-w-0 items-center justify-between gap-2">
        <span dir="auto" className="truncate font-medium">
          {template.name}
        </span>
        {template.published_version === null && <Badge>{t('templates.draft')}</Badge>}
      </span>
    </button>
  )
}
