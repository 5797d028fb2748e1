import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import * as v from 'valibot'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { labelOf, schemaShape } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/sources.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Fact, Facts } from '#dashboard/ui/facts.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Page, Section } from '#dashboard/ui/page.tsx'
import { ResourcePage } from '#dashboard/ui/resource-page.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { Doctor, useTest } from './doctor.tsx'
import { MakeImages } from './make-images.tsx'
import { type ConnectionJson, type SourceJson, type TablePlace, useSources } from './source.ts'
import { SourceActions } from './source-actions.tsx'
import { TablePicker } from './table-picker.tsx'
import { TestState } from './test-state.tsx'

const here = getRouteApi('/frame/sources/$id')

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function UsedBy({ id }: { id: string }) {
  const actions = useQuery(api.actions.list.all({ query: { connection_id: id } })).data?.results ?? []
  if (actions.length === 0) return <span className="text-ink-soft">{t('sources.unused')}</span>
  return (
    <ul>
      {actions.map((action) => (
        <li key={action.id}>
          <Link to="/actions/$id" params={{ id: action.id }} dir="auto" className="rounded hover:underline">
            {action.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function About({ connection, source }: { connection: ConnectionJson; source: SourceJson }) {
  const { properties = {} } = v.parse(schemaShape, source.settings)
  return (
    <Section title={t('sources.about')}>
      <Facts>
        <Fact name={t('sources.kind')}>{source.title}</Fact>
        {Object.entries(connection.settings).map(([name, value]) => (
          <Fact key={name} name={labelOf(name, properties[name] ?? {})}>
            <span dir="auto" className="break-words">
              {shown(value)}
            </span>
          </Fact>
        ))}
        <Fact name={t('sources.used_by')}>
          <UsedBy id={connection.id} />
        </Fact>
        <Fact name={t('sources.verified')}>
          <span className="text-ink-soft">{source.verification}</span>
        </Fact>
        <Fact name={t('sources.id')}>
          <CopyId id={connection.id} />
        </Fact>
      </Facts>
    </Section>
  )
}

function Health({
  connection,
  source,
  test,
}: {
  connection: ConnectionJson
  source: SourceJson
  test: ReturnType<typeof useTest>
}) {
  const { id, last_test: last } = connection
  return (
    <Section
      title={t('sources.health')}
      aside={
        last && (
          <span className="text-[13px] text-ink-soft">
            {t('sources.tested')} <Time at={last.at} />
          </span>
        )
      }
    >
      {test.error && <Failure error={test.error} again={() => test.mutate({ params: { id } })} />}
      <Doctor id={id} source={source} test={test.data ?? last} isTesting={test.isPending} />
    </Section>
  )
}

function Browse({ connection, mayWrite }: { connection: ConnectionJson; mayWrite: boolean }) {
  const { base, table, view } = here.useSearch()
  const navigate = here.useNavigate()
  const pick = useCallback(
    (place: TablePlace, isByItself = false) => void navigate({ search: place, replace: isByItself }),
    [navigate],
  )
  const buttons: ReactNode = table !== undefined && (
    <div className="flex flex-wrap gap-2">
      {connection.source === 'table' && (
        <Link to="/tables/$id" params={{ id: table }} className={buttonClass()}>
          {t('sources.open_table')}
        </Link>
      )}
      {mayWrite && <MakeImages connectionId={connection.id} place={{ base, table, view }} />}
    </div>
  )
  return (
    <Section title={t('sources.browse')} aside={buttons}>
      <TablePicker connectionId={connection.id} place={{ base, table, view }} onPick={pick} />
    </Section>
  )
}

function Loaded({ connection, source }: { connection: ConnectionJson; source: SourceJson }) {
  const mayWrite = useMay('write')
  const test = useTest(connection.id)
  return (
    <Page
      recent
      title={connection.name}
      lead={
        <span className="flex flex-wrap items-center gap-2">
          {source.title}
          <TestState test={connection.last_test} />
        </span>
      }
      actions={
        <SourceActions
          connection={connection}
          source={source}
          mayWrite={mayWrite}
          isTesting={test.isPending}
          onTest={() => test.mutate({ params: { id: connection.id } })}
        />
      }
    >
      <div className="grid gap-6 lg:grid-cols-2">
        <About connection={connection} source={source} />
        <Health connection={connection} source={source} test={test} />
      </div>
      <Browse connection={connection} mayWrite={mayWrite} />
    </Page>
  )
}

/** One connection: what it is, whether it works, and what lies behind it. */
export function SourcePage() {
  const { id } = here.useParams()
  const connection = useQuery(api.connections.get.query({ params: { id } }))
  const sources = useSources()
  const source = sources.data?.results.find(({ kind }) => kind === connection.data?.source)
  const read = {
    data: connection.data && source && { connection: connection.data, source },
    error: connection.error ?? sources.error,
    refetch: () => Promise.all([connection.refetch(), sources.refetch()]),
  }
  return (
    <ResourcePage kind={t('sources.title')} read={read}>
      {(loaded) => <Loaded key={id} {...loaded} />}
    </ResourcePage>
  )
}
