import { useQuery } from '@tanstack/react-query'
import { ClipboardPaste, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/t.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { DesignPicture } from './design-picture.tsx'
import { type OnMade, useCreate, useStarter } from './use-create.ts'

/** A page with one text, to show how it goes. */
const blank = {
  schema: 1,
  name: '',
  width: 1200,
  height: 630,
  background: '#ffffff',
  layers: [
    {
      type: 'text',
      name: 'Title',
      x: 80,
      y: 80,
      width: 1040,
      height: 470,
      text: { bind: 'Title' },
      fontSize: 96,
      fontWeight: 700,
      fill: '#17171c',
      verticalAlign: 'middle',
    },
  ],
}

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

/** Where a new template begins: with a design that is there, an empty page, or JSON of one's own. */
export function NewTemplate({ onPaste, onClose, onMade }: NewTemplateProps) {
  const starters = useQuery({ ...api.starters.list.query(), staleTime: Number.POSITIVE_INFINITY })
  const create = useCreate(onMade)
  const use = useStarter(onMade)
  const isBusy = create.isPending || use.isPending
  const publish = onMade !== undefined
  return (
    <Dialog open wide onClose={onClose} title={t('templates.new')} description={t('templates.new_help')}>
      <div className="grid gap-5">
        {create.error && <Failure error={create.error} />}
        <div className="grid gap-3 sm:grid-cols-2">
          <Way
            icon={<Square aria-hidden />}
            title={t('templates.blank')}
            help={t('templates.blank_help')}
            disabled={isBusy}
            onPress={() => create.mutate({ body: { name: t('templates.untitled'), design: blank, publish } })}
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
            {starters.data.results.map(({ name, title, width, height }) => (
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
