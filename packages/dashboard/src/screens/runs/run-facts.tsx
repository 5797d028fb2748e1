import { Link } from '@tanstack/react-router'
import type { Run } from '#dashboard/api/types.ts'
import { scopeWords, tookWords } from '#dashboard/parts/runs/run-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'

/** What a run was asked to do, and its ids. */
export function RunFacts({ run }: { run: Run }) {
  const took = tookWords(run)
  const { metadata } = run.trigger
  return (
    <Section title={t('runs.about')}>
      <Facts>
        <Fact name={t('runs.id')}>
          <CopyId id={run.id} />
        </Fact>
        <Fact name={t('runs.scope')}>{scopeWords(run)}</Fact>
        {run.retry_of && (
          <Fact name={t('runs.retry_of')}>
            <Link to="/runs/$id" params={{ id: run.retry_of }} className="text-accent-ink underline">
              {t('runs.retry_of_link')}
            </Link>
          </Fact>
        )}
        {run.written_back > 0 && (
          <Fact name={t('runs.written_back')}>{t('runs.records_count', { count: run.written_back })}</Fact>
        )}
        {run.outputs.map(({ name, rendered, skipped, failed }) => (
          <Fact key={name} name={t('runs.output', { name })}>
            {t('runs.output_counts', { rendered, skipped, failed })}
          </Fact>
        ))}
        {run.template_version !== null && (
          <Fact name={t('runs.template_version')}>
            <Quantity value={run.template_version} />
          </Fact>
        )}
        {took && <Fact name={t('runs.took')}>{took}</Fact>}
      </Facts>
      {metadata && <CodeBlock samples={[{ name: t('runs.metadata'), code: JSON.stringify(metadata, null, 2) }]} />}
    </Section>
  )
}
