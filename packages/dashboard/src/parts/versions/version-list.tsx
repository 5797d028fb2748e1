import type { CallAnswer, Contract } from '@pictable/client'
import { GitCompareArrows } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/versions.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Checkbox } from '#dashboard/ui/fields/checkbox.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { VersionPicture } from './version-picture.tsx'

export type Version = CallAnswer<Contract['templates']['versions']>['results'][number]

/** A version by its number, or the draft, which is newer than all. */
type Place = number | 'draft'

export interface Compared {
  readonly older: Place
  readonly newer: Place
}

const rankOf = (place: Place) => (place === 'draft' ? Number.POSITIVE_INFINITY : place)

const nameOf = (place: Place) => (place === 'draft' ? t('versions.draft') : t('templates.version', { version: place }))

/** Two are compared: of three, the one that was chosen first is let go. */
function toggled(chosen: readonly Place[], place: Place, isChosen: boolean): readonly Place[] {
  const others = chosen.filter((other) => other !== place)
  return isChosen ? [...others, place].slice(-2) : others
}

interface VersionListProps {
  template: Pick<OpenTemplate, 'id' | 'latest_version'>
  /** What is edited and is no version yet: its picture, and since which version. */
  draft?: { readonly picture: ReactNode; readonly since: number }
  onCompare: (compared: Compared) => void
  /** What else can be done with a version. */
  actionsOf: (version: Version) => ReactNode
}

/** Every version, newest first: to be recognised, compared and restored. */
export function VersionList({ template, draft, onCompare, actionsOf }: VersionListProps) {
  const { id, latest_version: latest } = template
  const list = usePages(api.templates.versions.pages({ params: { id }, query: { limit: 50 } }))
  const [selected, setChosen] = useState<readonly Place[]>([])
  // A draft may be discarded or published while it is chosen.
  const chosen = selected.filter((place) => place !== 'draft' || draft !== undefined)
  const [older, newer] = chosen.toSorted((one, other) => rankOf(one) - rankOf(other))
  // What changed in the last one is known once the one before it is.
  const shown = list.hasMore ? list.items.slice(0, -1) : list.items
  const count = list.items.length + Number(draft !== undefined)
  const rowOf = (place: Place) => ({
    isChoosable: count > 1,
    place,
    isChosen: chosen.includes(place),
    onChoose: (isChosen: boolean) => setChosen(toggled(chosen, place, isChosen)),
  })
  return (
    <div className="@container grid gap-3">
      {count > 1 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            icon={<GitCompareArrows />}
            disabled={newer === undefined}
            onClick={() => older !== undefined && newer !== undefined && onCompare({ older, newer })}
          >
            {t('versions.compare')}
          </Button>
          <span className="text-ink-soft">
            {newer === undefined ? t('versions.choose_help') : chosen.map(nameOf).join(' · ')}
          </span>
        </div>
      )}
      {list.error && <Failure error={list.error} again={list.again} />}
      {list.isPending && <Skeleton lines={6} />}
      <ul aria-label={t('versions.title')} className="divide-y divide-line border-y border-line">
        {draft && (
          <Row {...rowOf('draft')} picture={draft.picture}>
            <p className="text-[13px] text-ink-soft">{t('versions.draft_since', { version: draft.since })}</p>
          </Row>
        )}
        {shown.map((version, at) => {
          const { version: number } = version
          const before = list.items[at + 1]?.version
          return (
            <Row
              key={number}
              {...rowOf(number)}
              picture={<VersionPicture id={id} version={number} />}
              badges={<Badges version={version} isLatest={number === latest} />}
              actions={
                <>
                  {before !== undefined && (
                    <Button size="small" onClick={() => onCompare({ older: before, newer: number })}>
                      {t('versions.what_changed')}
                    </Button>
                  )}
                  {actionsOf(version)}
                </>
              }
            >
              <Facts version={version} />
            </Row>
          )
        })}
      </ul>
      {!list.isPending && count === 1 && <p className="text-ink-soft">{t('versions.only_one')}</p>}
      {list.hasMore && (
        <div>
          <Button busy={list.isLoadingMore} onClick={list.loadMore}>
            {t('versions.older')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  place: Place
  picture: ReactNode
  badges?: ReactNode
  actions?: ReactNode
  isChoosable: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  children: ReactNode
}

function Row({ place, picture, badges, actions, isChoosable, isChosen, onChoose, children }: RowProps) {
  return (
    <li className="flex items-start gap-3 py-3">
      {isChoosable && (
        <span className="pt-1">
          <Checkbox aria-label={t('versions.choose', { name: nameOf(place) })} checked={isChosen} onChange={onChoose} />
        </span>
      )}
      {picture}
      <div className="flex min-w-0 grow flex-col gap-x-4 gap-y-2 @xl:flex-row @xl:justify-between">
        <div className="grid min-w-0 content-start gap-0.5">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            {nameOf(place)}
            {badges}
          </h3>
          {children}
        </div>
        <div className="flex shrink-0 flex-wrap items-start gap-2">{actions}</div>
      </div>
    </li>
  )
}

function Badges({ version: { published }, isLatest }: { version: Version; isLatest: boolean }) {
  return (
    <>
      {isLatest && <Badge>{t('templates.latest')}</Badge>}
      {published && <Badge tone="good">{t('templates.is_published')}</Badge>}
    </>
  )
}

/** Who saved it, when, and what for. */
function Facts({ version: { author, note, created_at: at } }: { version: Version }) {
  return (
    <>
      <p className="flex flex-wrap gap-x-1.5 text-[13px] text-ink-soft">
        {author !== null && <bdi className="wrap-anywhere">{author}</bdi>}
        <span>
          {author !== null && <span aria-hidden>· </span>}
          <Time at={at} />
        </span>
      </p>
      {note !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
    </>
  )
}
