import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Check, ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { kept } from '#dashboard/api/kept.ts'
import { t } from '#dashboard/strings/t.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { doneSteps, type StepName } from './done-steps.ts'

interface Step {
  title: string
  help: string
  isDone: boolean
  /** The page that takes it. */
  path: NonNullable<LinkProps['to']>
}

const hiddenAs = 'pictable.steps_hidden'

const steps: Readonly<Record<StepName, Omit<Step, 'isDone'>>> = {
  sample: { title: t('home.step_sample'), help: t('home.step_sample_help'), path: '/gallery' },
  table: { title: t('home.step_table'), help: t('home.step_table_help'), path: '/sources/new' },
  template: { title: t('home.step_template'), help: t('home.step_template_help'), path: '/templates' },
  action: { title: t('home.step_action'), help: t('home.step_action_help'), path: '/actions/new' },
  webhook: { title: t('home.step_webhook'), help: t('home.step_webhook_help'), path: '/webhooks' },
}

function useSteps(): readonly Step[] | null {
  const first = { query: { limit: 10 } }
  const images = useQuery(api.images.list.query({ query: { limit: 1 } })).data?.results
  const tables = useQuery(api.tables.list.query(first)).data?.results
  const connections = useQuery(api.connections.list.query(first)).data?.results
  const templates = useQuery(api.templates.list.query(first)).data?.results
  const actions = useQuery(api.actions.list.query(first)).data?.results
  const webhooks = useQuery(api.webhooks.list.query(first)).data?.results
  if (!images || !tables || !connections || !templates || !actions || !webhooks) return null
  const done = doneSteps({ images, tables, connections, templates, actions, webhooks })
  return [...done].map(([name, isDone]) => ({ ...steps[name], isDone }))
}

/** The way to images of one's own; gone when it is done, or when nobody wants it. */
export function FirstSteps() {
  const [isHidden, setHidden] = useState(() => kept.get(hiddenAs) !== null)
  const shown = useSteps()
  if (isHidden || shown === null || shown.every(({ isDone }) => isDone)) return null
  const hide = () => {
    kept.set(hiddenAs, 'yes')
    setHidden(true)
  }
  const done = shown.filter(({ isDone }) => isDone).length
  const next = shown.find(({ isDone }) => !isDone)
  return (
    <section aria-label={t('home.steps')} className="rounded-xl border border-line">
      <header className="flex items-center justify-between gap-2 border-b border-line py-2 ps-4 pe-2">
        <h2 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
          {t('home.steps')}
          <span className="text-[13px] font-normal text-ink-soft">
            {t('home.steps_done', { done, total: shown.length })}
          </span>
        </h2>
        <IconButton label={t('ui.close')} icon={<X />} onClick={hide} />
      </header>
      <ol className="divide-y divide-line">
        {shown.map((step) => (
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
