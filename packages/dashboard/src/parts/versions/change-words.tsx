import type { CallAnswer, Contract } from '@pictable/client'
import { useState } from 'react'
import { t } from '#dashboard/strings/versions.ts'
import { Badge, type Tone } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { propertyWords } from './property-words.ts'
import { valueWords } from './value-words.ts'

type Change = CallAnswer<Contract['templates']['diff']>['changes'][number]

/** Of a design that was exchanged, thousands of properties may differ. */
const MANY = 50

const tones: Readonly<Record<Change['kind'], Tone>> = {
  added: 'good',
  removed: 'bad',
  renamed: 'accent',
  reordered: 'neutral',
  changed: 'neutral',
}

const color = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

function written(value: unknown): string {
  const text = valueWords(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function Value({ value }: { value: unknown }) {
  const isColor = typeof value === 'string' && color.test(value)
  return (
    <>
      {isColor && (
        <span
          aria-hidden
          className="me-1 inline-block size-3 rounded-sm border border-line-strong align-[-1px]"
          style={{ background: value }}
        />
      )}
      {written(value)}
    </>
  )
}

function Line({ change: { kind, property, before, after } }: { change: Change }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      {kind !== 'changed' && <Badge tone={tones[kind]}>{t(`versions.change_${kind}`)}</Badge>}
      {kind === 'renamed' && <span dir="auto">{t('versions.change_from', { name: written(before) })}</span>}
      {property !== null && (
        <>
          <span title={property} className="text-[13px] text-ink-soft">
            {propertyWords(property)}
          </span>
          <del dir="auto" className="rounded bg-bad-soft px-1 text-bad wrap-anywhere no-underline">
            <Value value={before} />
          </del>
          <span aria-hidden className="rtl:rotate-180">
            →
          </span>
          <ins dir="auto" className="rounded bg-good-soft px-1 text-good wrap-anywhere no-underline">
            <Value value={after} />
          </ins>
        </>
      )}
    </li>
  )
}

/** What changed, as it is read. */
export interface Changes {
  /** Undefined until it is known. */
  readonly changes: readonly Change[] | undefined
  /** Why it is not. */
  readonly error: Error | null
  /** null where reading it again is of no use. */
  readonly again: (() => void) | null
}

interface ChangeWordsProps extends Changes {
  /** Number of those that are shown until the others are asked for. */
  first?: number
}

/** What changed, layer by layer. */
export function ChangeWords({ changes, error, again, first = MANY }: ChangeWordsProps) {
  const [isWhole, setWhole] = useState(false)
  if (!changes) return error ? <Failure error={error} {...(again && { again })} /> : <Skeleton />
  if (changes.length === 0) return <p className="text-ink-soft">{t('versions.change_none')}</p>
  const shown = isWhole ? changes : changes.slice(0, first)
  const left = changes.length - shown.length
  return (
    <div className="grid justify-items-start gap-2">
      <ul className="grid w-full gap-2">
        {[...Map.groupBy(shown, ({ layer }) => layer)].map(([layer, own]) => (
          <li key={layer ?? ''} className="@container">
            <div className="grid gap-x-4 gap-y-1 @md:grid-cols-[10rem_minmax(0,1fr)]">
              <h4 dir="auto" title={layer ?? undefined} className="truncate font-medium">
                {layer ?? t('templates.change_page')}
              </h4>
              <ul className="grid min-w-0 gap-1">
                {own.map((change) => (
                  <Line key={`${change.kind} ${change.property}`} change={change} />
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('versions.show_all', { count: left })}
        </Button>
      )}
    </div>
  )
}
