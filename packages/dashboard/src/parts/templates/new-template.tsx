import { useQuery } from '@tanstack/react-query'
import { FileJson, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/new-template.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { blankDesign, isPageSize } from './page-sizes.ts'
import { type ChosenSize, SizeChoice } from './size-choice.tsx'
import { StarterGallery } from './starter-gallery.tsx'
import { type OnMade, useCreate, useStarter } from './use-create.ts'

interface WayProps {
  icon: ReactNode
  title: string
  help: string
  disabled: boolean
  onPress: () => void
}

function Way({ icon, title, help, disabled, onPress }: WayProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onPress}
      className="flex items-center gap-3 rounded-lg border border-line p-3 text-start hover:bg-hover disabled:opacity-50 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-ink-soft"
    >
      {icon}
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-[13px] text-ink-soft">{help}</span>
      </span>
    </button>
  )
}

interface NewTemplateProps {
  onImport: () => void
  onClose: () => void
  /** In place of its page: an action uses the template next, so it is published. A starter always is. */
  onMade?: OnMade
}

const FIRST: ChosenSize = { name: 'square_post', width: 1080, height: 1080 }

/** Where a new template begins: with an empty page of a size, a design that is there, or JSON of one's own. */
export function NewTemplate({ onImport, onClose, onMade }: NewTemplateProps) {
  const starters = useQuery({ ...api.starters.list.query(), staleTime: Number.POSITIVE_INFINITY })
  const create = useCreate(onMade)
  const use = useStarter(onMade)
  const [size, setSize] = useState(FIRST)
  const isBusy = create.isPending || use.isPending
  // An action has use for a page that its records fill.
  const isForAction = onMade !== undefined
  const isSize = isPageSize(size)
  const createBlank = () =>
    create.mutate({
      body: {
        name: t('templates.untitled'),
        design: blankDesign(size, { title: isForAction }),
        publish: isForAction,
      },
    })
  return (
    <Dialog open wide="gallery" onClose={onClose} title={t('templates.new')} description={t('new.help')}>
      <div className="grid gap-5">
        {create.error && <Failure error={create.error} />}
        <SizeChoice chosen={size} onChoose={setSize} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Way
            icon={<Square aria-hidden />}
            title={t('new.blank')}
            help={isSize ? t('new.blank_help', { size: `${size.width} × ${size.height}` }) : t('new.size_missing')}
            disabled={isBusy || !isSize}
            onPress={createBlank}
          />
          <Way
            icon={<FileJson aria-hidden />}
            title={t('new.import')}
            help={t('new.import_help')}
            disabled={isBusy}
            onPress={onImport}
          />
        </div>
        {starters.error && <Failure error={starters.error} again={() => starters.refetch()} />}
        {starters.isPending && <Skeleton lines={6} />}
        {starters.data && (
          <StarterGallery
            starters={starters.data.results}
            size={size}
            isBusy={isBusy}
            onUse={({ name }) => use.mutate({ params: { name } })}
          />
        )}
      </div>
    </Dialog>
  )
}
