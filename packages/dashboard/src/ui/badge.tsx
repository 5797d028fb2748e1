import type { ReactNode } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

const tones: Readonly<Record<Tone, string>> = {
  neutral: 'bg-hover text-ink-soft',
  accent: 'bg-accent-soft text-accent-ink',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full align-middle px-2 py-0.5 text-xs font-medium',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

const states = {
  active: 'accent',
  waiting: 'neutral',
  completed: 'good',
  completed_with_failures: 'warn',
  failed: 'bad',
  cancelled: 'neutral',
  pending: 'neutral',
  rendered: 'good',
  skipped: 'neutral',
} as const satisfies Record<string, Tone>

/** The state or outcome of a run, or of a record in it, as a word that also has a colour. */
export function Status({ state }: { state: keyof typeof states }) {
  return (
    <Badge tone={states[state]}>
      <span
        aria-hidden
        className={classNames('size-1.5 rounded-full bg-current', state === 'active' && 'animate-pulse')}
      />
      {t(`status.${state}`)}
    </Badge>
  )
}

/** Of a link that filters a list, such as "Failed 3". */
export function chipClass(isOn: boolean): string {
  return classNames(
    'inline-flex items-center gap-1.5 rounded-full border px-3 py-1 text-[13px] transition-colors',
    isOn ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line text-ink-soft hover:bg-hover hover:text-ink',
  )
}
