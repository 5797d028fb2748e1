import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { useConnection } from '#dashboard/api/connection.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Badge, type Tone } from '#dashboard/ui/badge.tsx'

interface Line {
  name: string
  tone: Tone
  word: string
  why?: string
}

const askEveryMs = 30_000

function useLines(): readonly Line[] {
  const ready = useQuery({
    ...api.server.readyz.query(),
    refetchInterval: askEveryMs,
    retry: false,
    meta: { saysItself: true },
  })
  const runs = useQuery(api.runs.list.query({ query: { state: 'active', limit: 5 } })).data?.results ?? []
  const { server } = useConnection()
  const stuck = runs.find((run) => run.waiting_for !== null)?.waiting_for
  const active = runs.filter(({ state }) => state === 'active').length
  return [
    {
      name: t('home.health_server'),
      ...(ready.error
        ? { tone: 'bad' as const, word: t('home.health_bad'), why: errorWords(ready.error) }
        : { tone: 'good' as const, word: t('home.health_ok') }),
    },
    {
      name: t('home.health_events'),
      ...(server === 'gone'
        ? { tone: 'warn' as const, word: t('home.health_connecting') }
        : { tone: 'good' as const, word: t('home.health_ok') }),
    },
    {
      name: t('home.health_runs'),
      ...(stuck
        ? { tone: 'bad' as const, word: t('home.health_bad'), why: stuck.message }
        : {
            tone: active > 0 ? ('accent' as const) : ('neutral' as const),
            word: active > 0 ? t('home.health_active', { count: active }) : t('home.health_idle'),
          }),
    },
  ]
}

/** Whether everything works, and what does not in words. */
export function Health() {
  const lines = useLines()
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {lines.map(({ name, tone, word, why }) => (
        <li key={name} className="grid gap-1 px-3 py-2">
          <span className="flex items-center justify-between gap-2">
            {name}
            <Badge tone={tone}>{word}</Badge>
          </span>
          {why && <span className="text-[13px] text-bad">{why}</span>}
        </li>
      ))}
    </ul>
  )
}
