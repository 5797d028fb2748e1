import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Check, ChevronRight, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { t } from '#dashboard/strings/t.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'

interface Step {
  title: string
  help: string
  isDone: boolean
  /** The page that takes it. */
  path?: string
  /** The same for a terminal, where there is no such page. */
  line?: string
}

const hiddenAs = 'pictable.steps_hidden'
const samples = { templates: 3, tables: 1, connections: 1 }

const importLine = `curl -X POST "${location.origin}/v1/tables/import?name=Products" \\
  -H "Authorization: Bearer $PICTABLE_KEY" -H "Content-Type: text/csv" --data-binary @products.csv`

function useSteps(): readonly Step[] | null {
  const first = { query: { limit: 10 } }
  const images = useQuery(api.images.list.query({ query: { limit: 1 } })).data
  const tables = useQuery(api.tables.list.query(first)).data
  const connections = useQuery(api.connections.list.query(first)).data
  const templates = useQuery(api.templates.list.query(first)).data
  const webhooks = useQuery(api.webhooks.list.query(first)).data
  if (!images || !tables || !connections || !templates || !webhooks) return null
  return [
    { title: t('home.step_sample'), help: t('home.step_sample_help'), isDone: images.results.length > 0 },
    {
      title: t('home.step_table'),
      help: t('home.step_table_help'),
      isDone: tables.results.length > samples.tables || connections.results.length > samples.connections,
      path: '/sources',
      line: importLine,
    },
    {
      title: t('home.step_template'),
      help: t('home.step_template_help'),
      isDone: templates.results.length > samples.templates,
      path: '/templates',
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
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenAs) !== null)
  const { routesByPath } = useRouter()
  const steps = useSteps()?.filter(({ path, line }) => path === undefined || line !== undefined || path in routesByPath)
  if (isHidden || steps === undefined || steps.every(({ isDone }) => isDone)) return null
  const hide = () => {
    localStorage.setItem(hiddenAs, 'yes')
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
            <StepLine step={step} isNext={step === next} hasPage={(step.path ?? '') in routesByPath} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface StepLineProps {
  step: Step
  isNext: boolean
  hasPage: boolean
}

function StepLine({ step, isNext, hasPage }: StepLineProps) {
  const words = (
    <Words step={step} isNext={isNext}>
      {hasPage && <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft rtl:rotate-180" />}
    </Words>
  )
  if (hasPage)
    return (
      <Link to={step.path ?? '/'} className="block hover:bg-hover">
        {words}
      </Link>
    )
  return (
    <>
      {words}
      {isNext && step.line && (
        <div className="grid gap-2 px-4 pb-3 ps-12">
          <p className="text-[13px] text-ink-soft">{t('home.step_csv')}</p>
          <CodeBlock samples={[{ name: 'curl', code: step.line }]} />
        </div>
      )}
    </>
  )
}

function Words({ step, isNext, children }: { step: Step; isNext: boolean; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 px-4 py-2.5">
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
      {children}
    </div>
  )
}
