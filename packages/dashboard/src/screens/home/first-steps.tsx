import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Check, ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { kept } from '#dashboard/api/kept.ts'
import { t } from '#dashboard/strings/t.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'

interface Step {
  title: string
  help: string
  isDone: boolean
  /** The page that takes it. */
  path: NonNullable<LinkProps['to']>
}

const hiddenAs = 'pictable.steps_hidden'
const samples = { templates: 3, tables: 1, connections: 1, actions: 1 }

function useSteps(): readonly Step[] | null {
  const first = { query: { limit: 10 } }
  const images = useQuery(api.images.list.query({ query: { limit: 1 } })).data
  const tables = useQuery(api.tables.list.query(first)).data
  const connections = useQuery(api.connections.list.query(first)).data
  const templates = useQuery(api.templates.list.query(first)).data
  const actions = useQuery(api.actions.list.query(first)).data
  const webhooks = useQuery(api.webhooks.list.query(first)).data
  if (!images || !tables || !connections || !templates || !actions || !webhooks) return null
  return [
    {
      title: t('home.step_sample'),
      help: t('home.step_sample_help'),
      isDone: images.results.length > 0,
      path: '/gallery',
    },
    {
      title: t('home.step_table'),
      help: t('home.step_table_help'),
      isDone: tables.results.length > samples.tables || connections.results.length > samples.connections,
      path: '/sources/new',
    },
    {
      title: t('home.step_template'),
      help: t('home.step_template_help'),
      isDone: templates.results.length > samples.templates,
      path: '/templates',
    },
    {
      title: t('home.step_action'),
      help: t('home.step_action_help'),
      isDone: actions.results.length > samples.actions,
      path: '/actions/new',
    },
    {
      title: t('home.step_webhook'),
      help: t('home.step_webhook_help'),
      isDone: webhooks.results.length > 0,
      path: '/webhooks',
    },
  ]
}

/** The way from the sample to something of one's own; gone when it is done, or when nobody wants it. */
export function FirstSteps() {
  const [isHidden, setHidden] = useState(() => kept.get(hiddenAs) !== null)
  const steps = useSteps()
  if (isHidden || steps === null || steps.every(({ isDone }) => isDone)) return null
  const hide = () => {
    kept.set(hiddenAs, 'yes')
    setHidden(true)
  }
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section aria-label={t('home.steps')} className="rounded-xl border border-line">
      <header className="flex items-center justify-between gap-2 border-b border-line py-2 ps-4 pe-2">
        <h2 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
          {t('home.steps')}
          <span className="text-[13px] font-normal text-ink-soft">
            {t('home.steps_done', { done, total: steps.length })}
          </span>
        </h2>
        <IconButton label={t('ui.close')} icon={<X />} onClick={hide} />
      </header>
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <li key={step.title}>
            <StepLine step={step} isNext={step === next} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepLine({ step, isNext }: { step: Step; isNext: boolean }) {
  return (
    <Link to={step.path} className="flex items-center gap-3 px-4 py-2.5 hover:bg-hover">
      <span
        aria-hidden
        className={classNames(
          'grid size-5 shrink-0 place-items-center rounded-full border',
          step.isDone && 'border-transparent bg-good-soft text-good',
          !step.isDone && (isNext ? 'border-accent' : 'border-line-strong'),
        )}
      >
        {step.isDone && <Check className="size-3.5" />}
      </span>
      <span className="min-w-0 grow">
        <span className={classNames('block', isNext && 'font-medium', step.isDone && 'text-ink-soft')}>
          {step.title}
        </span>
        {!step.isDone && <span className="block text-[13px] text-ink-soft">{step.help}</span>}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft rtl:rotate-180" />
    </Link>
  )
}
