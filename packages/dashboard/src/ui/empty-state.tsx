import { type ReactNode, Suspense } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { t } from '#dashboard/strings/t.ts'

/** Few lists are empty: the first page does without it. */
const CodeBlock = lazily(() => import('./code-block.tsx'), 'CodeBlock')

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** The next step. */
  help: string
  /** A button or link that takes it. */
  action?: ReactNode
  /** The same for a terminal: folded, as most people use the button. */
  line?: string
}

/** Nothing is here, and what to do about it. */
export function EmptyState({ icon, title, help, action, line }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-3 px-4 py-12 text-center [&>svg]:size-8 [&>svg]:text-ink-soft">
      {icon}
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="text-ink-soft">{help}</p>
      {action}
      {line && (
        <details className="w-full min-w-0 pt-2 text-[13px] text-ink-soft">
          <summary className="mx-auto w-fit cursor-pointer rounded">{t('ui.from_terminal')}</summary>
          <div className="pt-2 text-ink">
            <Suspense>
              <CodeBlock samples={[{ name: 'curl', code: line }]} />
            </Suspense>
          </div>
        </details>
      )}
    </div>
  )
}
