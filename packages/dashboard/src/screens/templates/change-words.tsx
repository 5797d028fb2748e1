import type { CallAnswer, Contract } from '@pictable/client'
import { t } from '#dashboard/strings/t.ts'
import { Badge, type Tone } from '#dashboard/ui/badge.tsx'

type Change = CallAnswer<Contract['templates']['diff']>['changes'][number]

const tones: Readonly<Record<Change['kind'], Tone>> = {
  added: 'good',
  removed: 'bad',
  renamed: 'accent',
  reordered: 'neutral',
  changed: 'neutral',
}

function written(value: unknown): string {
  if (value === undefined) return t('templates.nothing')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function Line({ change: { kind, property, before, after } }: { change: Change }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      {kind !== 'changed' && <Badge tone={tones[kind]}>{t(`templates.change_${kind}`)}</Badge>}
      {kind === 'renamed' && <span dir="auto">{t('templates.change_from', { name: written(before) })}</span>}
      {property !== null && (
        <>
          <code dir="ltr" className="text-[13px] text-ink-soft">
            {property}
          </code>
          <del dir="auto" className="rounded bg-bad-soft px-1 break-words text-bad no-underline">
            {written(before)}
          </del>
          <span aria-hidden className="rtl:rotate-180">
            →
          </span>
          <ins dir="auto" className="rounded bg-good-soft px-1 break-words text-good no-underline">
            {written(after)}
          </ins>
        </>
      )}
    </li>
  )
}

/** What changed, layer by layer. */
export function ChangeWords({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="text-ink-soft">{t('templates.change_none')}</p>
  return (
    <ul className="grid gap-2">
      {[...Map.groupBy(changes, ({ layer }) => layer)].map(([layer, own]) => (
        <li key={layer ?? ''} className="grid gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <h3 dir="auto" className="truncate font-medium">
            {layer ?? t('templates.change_page')}
          </h3>
          <ul className="grid gap-1">
            {own.map((change) => (
              <Line key={`${change.kind} ${change.property}`} change={change} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
