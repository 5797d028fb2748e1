import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/sources.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import type { SourceJson, TestJson } from './source.ts'

/** Tests a connection; what was found is kept with it. */
export function useTest(id: string) {
  const queries = useQueryClient()
  return useMutation({
    ...api.connections.test.mutation(),
    meta: { form: true },
    onSettled: () => {
      queries.invalidateQueries({ queryKey: api.connections.get.query({ params: { id } }).queryKey })
      queries.invalidateQueries({ queryKey: api.connections.list.key })
      queries.invalidateQueries({ queryKey: api.connections.bases.key })
    },
  })
}

/** As `useTest`, and tests once by itself. */
export function useFirstTest(id: string) {
  const test = useTest(id)
  const begun = useRef('')
  const { mutate } = test
  useEffect(() => {
    if (begun.current === id) return
    begun.current = id
    mutate({ params: { id } })
  }, [id, mutate])
  return test
}

const looks = {
  good: <CircleCheck aria-hidden className="size-5 text-good" />,
  bad: <CircleAlert aria-hidden className="size-5 text-bad" />,
  warn: <TriangleAlert aria-hidden className="size-5 text-warn" />,
  open: <CircleDashed aria-hidden className="size-5 text-ink-soft" />,
  busy: <LoaderCircle aria-hidden className="size-5 animate-spin text-accent-ink" />,
}

type Look = keyof typeof looks

function Check({ look, title, children }: { look: Look; title: string; children?: ReactNode }) {
  return (
    <li className="flex gap-3 py-2.5">
      <span className="mt-0.5 shrink-0">{looks[look]}</span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {children && (
          <div dir="auto" className="break-words text-ink-soft">
            {children}
          </div>
        )}
      </div>
    </li>
  )
}

const stages = ['answers', 'account', 'reads'] as const
type Stage = (typeof stages)[number]

/** How far a test came that failed. */
function failedAt(code: string): Stage {
  if (['source_server', 'source_unavailable', 'source_rate_limited'].includes(code)) return 'answers'
  return code === 'source_auth' ? 'account' : 'reads'
}

const titles = {
  answers: {
    good: t('sources.check_answers'),
    bad: t('sources.check_answers_bad'),
    open: t('sources.check_answers_open'),
  },
  account: {
    good: t('sources.check_account'),
    bad: t('sources.check_account_bad'),
    open: t('sources.check_account_open'),
  },
  reads: { good: t('sources.check_reads'), bad: t('sources.check_reads_bad'), open: t('sources.check_reads_open') },
}

function Bases({ id }: { id: string }) {
  const bases = useQuery(api.connections.bases.query({ params: { id } }))
  if (bases.error)
    return (
      <Check look="bad" title={t('sources.check_bases_bad')}>
        <Failure error={bases.error} again={() => bases.refetch()} />
      </Check>
    )
  if (!bases.data) return <Check look="busy" title={t('sources.check_bases_open')} />
  const names = bases.data.results.map(({ name }) => name)
  return (
    <Check look={names.length > 0 ? 'good' : 'warn'} title={t('sources.check_bases', { count: names.length })}>
      {names.slice(0, 5).join(', ') + (names.length > 5 ? ' …' : '')}
    </Check>
  )
}

interface DoctorProps {
  id: string
  source: SourceJson
  test: TestJson | null
  isTesting: boolean
}

/** What a test found, check by check, each with its cure. */
export function Doctor({ id, source, test, isTesting }: DoctorProps) {
  const { error } = test ?? { error: null }
  const asked = stages.filter((stage) => stage !== 'account' || source.secret_settings.length > 0)
  const wrong = error ? asked.indexOf(failedAt(error.code)) : -1
  const look = (place: number): 'good' | 'bad' | 'open' => {
    if (test === null || isTesting) return 'open'
    if (test.ok || place < wrong) return 'good'
    return place === wrong ? 'bad' : 'open'
  }
  return (
    <ul aria-label={t('sources.checks')} aria-busy={isTesting} className="divide-y divide-line">
      {asked.map((stage, place) => (
        <Check key={stage} look={isTesting && place === 0 ? 'busy' : look(place)} title={titles[stage][look(place)]}>
          {look(place) === 'bad' && error?.message}
          {look(place) === 'good' && stage === 'account' && test?.account}
        </Check>
      ))}
      {!isTesting &&
        test?.warnings.map((warning) => (
          <Check key={warning} look="warn" title={t('sources.check_warning')}>
            {warning}
          </Check>
        ))}
      {!isTesting && test?.ok && <Bases id={id} />}
    </ul>
  )
}
