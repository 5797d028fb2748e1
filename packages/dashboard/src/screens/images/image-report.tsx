import { Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import * as v from 'valibot'
import type { Image } from '#dashboard/api/types.ts'
import { reportLine } from '#dashboard/parts/images/report-line.ts'
import { t } from '#dashboard/strings/images.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Section } from '#dashboard/ui/page.tsx'

const words = v.fallback(v.array(v.string()), [])
const reportShape = v.fallback(v.looseObject({ warnings: words, information: words, unusedExceptions: words }), {
  warnings: [],
  information: [],
  unusedExceptions: [],
})

interface MessagesProps {
  name: string
  icon: LucideIcon
  look: string
  children: readonly string[]
}

function Messages({ name, icon: Icon, look, children }: MessagesProps) {
  if (children.length === 0) return null
  return (
    <ul aria-label={name} className={`grid gap-1.5 ${look}`}>
      {children.map((message) => (
        <li key={message} dir="auto" className="flex gap-2 break-words">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
          <Line>{message}</Line>
        </li>
      ))}
    </ul>
  )
}

function Line({ children }: { children: string }) {
  const { layer, words } = reportLine(children)
  return (
    <span className="min-w-0">
      {layer !== null && (
        <>
          <bdi className="font-medium">{layer}</bdi>:{' '}
        </>
      )}
      {words}
    </span>
  )
}

/** What the renderer had to say, its warnings first. */
export function ImageReport({ report }: { report: Image['report'] }) {
  const { warnings: drawn, information, unusedExceptions } = v.parse(reportShape, report)
  const warnings = [...unusedExceptions, ...drawn]
  return (
    <Section title={t('images.report')}>
      {warnings.length === 0 && <p className="text-ink-soft">{t('images.no_warnings')}</p>}
      <Messages name={t('images.warnings')} icon={TriangleAlert} look="rounded-lg bg-warn-soft p-3 text-warn">
        {warnings}
      </Messages>
      <Messages name={t('images.information')} icon={Info} look="text-ink-soft">
        {information}
      </Messages>
      <details>
        <summary className="cursor-pointer rounded text-ink-soft hover:text-ink">{t('images.full_report')}</summary>
        <div className="pt-2">
          <CodeBlock samples={[{ name: 'JSON', code: JSON.stringify(report, null, 2) }]} />
        </div>
      </details>
    </Section>
  )
}
