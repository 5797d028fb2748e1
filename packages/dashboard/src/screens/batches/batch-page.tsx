import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Square } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { HowFar } from '#dashboard/parts/runs/run-counts.tsx'
import { t } from '#dashboard/strings/batches.ts'
import { Status } from '#dashboard/ui/badge.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { ConfirmButton } from '#dashboard/ui/confirm.tsx'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { Page, Section } from '#dashboard/ui/page.tsx'
import { ResourcePage } from '#dashboard/ui/resource-page.tsx'
import { durationText, Time } from '#dashboard/ui/time.tsx'
import { type Batch, READ_AGAIN_MS, statusOf } from './batch.ts'
import { BatchItems } from './batch-items.tsx'

const route = getRouteApi('/frame/batches/$id')

/** One batch: how far it is, and the image or error of each of its items. */
export function BatchPage() {
  const { id } = route.useParams()
  const read = useQuery({
    ...api.imageBatches.get.query({ params: { id }, query: { limit: 1 } }),
    refetchInterval: ({ state }) => (state.data?.pending ?? 0) > 0 && READ_AGAIN_MS,
  })
  return (
    <ResourcePage kind={t('batches.batch')} read={read}>
      {(batch) => <Known batch={batch} />}
    </ResourcePage>
  )
}

function Known({ batch }: { batch: Batch }) {
  const { total, pending, failed } = batch
  const done = total - pending
  return (
    <Page
      title={t('batches.batch')}
      lead={
        <span className="flex flex-wrap items-center gap-x-2">
          <Status state={statusOf(batch)} />
          <Time at={batch.created_at} />
        </span>
      }
      actions={<Cancel batch={batch} />}
    >
      {pending > 0 && <HowFar done={done} total={total} failed={failed} words={t('batches.of', { done, total })} />}
      <BatchItems batch={batch} />
      <About batch={batch} />
    </Page>
  )
}

function Cancel({ batch }: { batch: Batch }) {
  const mayCancel = useMay('trigger')
  const client = useQueryClient()
  const cancel = useMutation({
    ...api.imageBatches.cancel.mutation(),
    onSuccess: () => client.invalidateQueries({ queryKey: api.imageBatches.get.key }),
  })
  if (!mayCancel || batch.state !== 'active') return null
  return (
    <ConfirmButton
      icon={<Square />}
      title={t('batches.cancel_title')}
      description={t('batches.cancel_help')}
      confirm={t('batches.cancel_confirm')}
      onConfirm={() => cancel.mutate({ params: { id: batch.id } })}
    >
      {t('batches.cancel')}
    </ConfirmButton>
  )
}

function About({ batch }: { batch: Batch }) {
  const { id, created_at: from, finished_at: until } = batch
  const line = `curl ${location.origin}/v1/images/batch/${id} -H "Authorization: Bearer $PICTABLE_KEY"`
  return (
    <Section title={t('batches.about')}>
      <Facts>
        <Fact name={t('batches.id')}>
          <CopyId id={id} />
        </Fact>
        {until && <Fact name={t('batches.took')}>{durationText((Date.parse(until) - Date.parse(from)) / 1000)}</Fact>}
      </Facts>
      <CodeBlock samples={[{ name: 'curl', code: line }]} />
    </Section>
  )
}
