import type { CallAnswer, Contract } from '@pictable/client'
import { type StarterPurpose, starterPurposes } from '@pictable/model/starter'
import { useRef, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/new-template.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { SearchBox } from '#dashboard/ui/fields/search-box.tsx'
import { Choice } from './choice.tsx'
import { DesignPicture } from './design-picture.tsx'
import { HoverPreview } from './hover-preview.tsx'
import { isPageSize, type PageSize, shapeDistance } from './page-sizes.ts'

type Starter = CallAnswer<Contract['starters']['list']>['results'][number]

type Purpose = StarterPurpose | 'all'

/** Whether each word that is sought begins a word of the starter. */
function matches({ title, keywords, purpose }: Starter, sought: string): boolean {
  const known = ` ${[title, ...keywords, t(`new.purpose_${purpose}`)].join(' ')}`.toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => word === '' || known.includes(` ${word}`))
}

interface StarterTileProps {
  starter: Starter
  isBusy: boolean
  onUse: (starter: Starter) => void
}

function StarterTile({ starter, isBusy, onUse }: StarterTileProps) {
  const { name, title, width, height } = starter
  const small = `/v1/starters/${name}/picture`
  return (
    <HoverPreview name={title} small={small} src={`${small}?width=960`} width={width} height={height}>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => onUse(starter)}
        className="group grid w-full gap-1.5 rounded-lg text-start disabled:opacity-50"
      >
        <DesignPicture picture={api.starters.picture.query({ params: { name } })} name={title} />
        <span className="truncate font-medium group-hover:underline">{title}</span>
        <span dir="ltr" className="-mt-1.5 text-[13px] text-ink-soft tabular-nums">
          {width} × {height}
        </span>
      </button>
    </HoverPreview>
  )
}

interface StarterGalleryProps {
  starters: readonly Starter[]
  /** Those of its shape come first. */
  size: PageSize
  isBusy: boolean
  onUse: (starter: Starter) => void
}

/** The designs to start from: by what they are for, by words, and those of one shape first. */
export function StarterGallery({ starters, size, isBusy, onUse }: StarterGalleryProps) {
  const [sought, setSought] = useState('')
  const [purpose, setPurpose] = useState<Purpose>('all')
  const section = useRef<HTMLElement>(null)
  const isSize = isPageSize(size)
  const shown = starters
    .filter((starter) => (purpose === 'all' || starter.purpose === purpose) && matches(starter, sought))
    .toSorted((one, other) => (isSize ? shapeDistance(one, size) - shapeDistance(other, size) : 0))
  const showAll = () => {
    setSought('')
    setPurpose('all')
    // The button is gone with this.
    section.current?.querySelector<HTMLElement>('input[type=search]')?.focus()
  }
  return (
    <section ref={section} aria-label={t('new.starters')} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex items-baseline gap-2">
          <h3 className="font-medium">{t('new.starters')}</h3>
          <p role="status" className="text-[13px] text-ink-soft">
            {t('new.count', { count: shown.length })}
          </p>
        </div>
        <div className="w-full sm:w-64">
          <SearchBox label={t('new.search')} value={sought} onChange={setSought} />
        </div>
      </div>
      <div role="radiogroup" aria-label={t('new.purpose')} className="flex flex-wrap gap-1.5">
        {(['all', ...starterPurposes] as const).map((each) => (
          <Choice key={each} group="purpose" isChosen={each === purpose} onChoose={() => setPurpose(each)}>
            <span className="font-medium">{t(`new.purpose_${each}`)}</span>
          </Choice>
        ))}
      </div>
      {shown.length === 0 ? (
        <div className="grid justify-items-center gap-3 py-8 text-ink-soft">
          <p>{t('new.none')}</p>
          <Button onClick={showAll}>{t('new.show_all')}</Button>
        </div>
      ) : (
        <ul aria-label={t('new.starters')} className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
          {shown.map((starter) => (
            <li key={starter.name} className="min-w-0">
              <StarterTile starter={starter} isBusy={isBusy} onUse={onUse} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
