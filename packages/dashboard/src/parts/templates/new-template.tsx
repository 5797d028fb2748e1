import { useQuery } from '@tanstack/react-query'
import { ClipboardPaste, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/t.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { DesignPicture } from './design-picture.tsx'
import { blankDesign, isPageSize, shapeDistance } from './page-sizes.ts'
import { type ChosenSize, SizeChoice } from './size-choice.tsx'
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
  onPaste: () => void
  onClose: () => void
  /** In place of its page: an action uses the template next, so it is published. A starter always is. */
  onMade?: OnMade
}

const FIRST: ChosenSize = { name: 'square_post', width: 1080, height: 1080 }

/** Where a new template begins: with an empty page of a size, a design that is there, or JSON of one's own. */
export function NewTemplate({ onPaste, onClose, onMade }: NewTemplateProps) {
  const starters = useQuery({ ...api.starters.list.query(), staleTime: Number.POSITIVE_INFINITY })
  const create = useCreate(onMade)
  const use = useStarter(onMade)
  const [size, setSize] = useState(FIRST)
  const isBusy = create.isPending || use.isPending
  // An action has use for a page that its records fill.
  const isForAction = onMade !== undefined
  const isSize = isPageSize(size)
  const byShape = (starters.data?.results ?? []).toSorted((one, other) =>
    isSize ? shapeDistance(one, size) - shapeDistance(other, size) : 0,
  )
  const createBlank = () =>
    create.mutate({
      body: {
        name: t('templates.untitled'),
        design: blankDesign(size, { title: isForAction }),
        publish: isForAction,
      },
    })
  return (
    <Dialog open wide onClose={onClose} title={t('templates.new')} description={t('templates.new_help')}>
      <div className="grid gap-5">
        {create.error && <Failure error={create.error} />}
        <SizeChoice chosen={size} onChoose={setSize} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Way
            icon={<Square aria-hidden />}
            title={t('templates.blank')}
            help={
              isSize
                ? t('templates.blank_help', { size: `${size.width} × ${size.height}` })
                : t('templates.size_missing')
            }
            disabled={isBusy || !isSize}
            onPress={createBlank}
          />
          <Way
            icon={<ClipboardPaste aria-hidden />}
            title={t('templates.paste')}
            help={t('templates.paste_help')}
            disabled={isBusy}
            onPress={onPaste}
          />
        </div>
        {starters.error && <Failure error={starters.error} again={() => starters.refetch()} />}
        {starters.isPending && <Skeleton lines={6} />}
        {starters.data && (
          <ul aria-label={t('templates.starters')} className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            {byShape.map(({ name, title, width, height }) => (
              <li key={name} className="min-w-0">
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() => use.mutate({ params: { name } })}
                  className="group grid w-full gap-1.5 rounded-lg text-start disabled:opacity-50"
                >
                  <DesignPicture src={`/v1/starters/${name}/picture`} name={title} />
                  <span className="truncate font-medium group-hover:underline">{title}</span>
                  <span dir="ltr" className="-mt-1.5 text-[13px] text-ink-soft tabular-nums">
                    {width} × {height}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
