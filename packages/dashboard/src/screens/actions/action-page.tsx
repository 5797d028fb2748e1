import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { lazily, whenOpened } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import type { Action } from '#dashboard/api/types.ts'
import { TableLink } from '#dashboard/parts/runs/table-link.tsx'
import { Warnings } from '#dashboard/parts/runs/warnings.tsx'
import { t } from '#dashboard/strings/actions.ts'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Tabs } from '#dashboard/ui/fields/tabs.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { ResourcePage } from '#dashboard/ui/resource-page.tsx'
import { ActionButtons } from './action-buttons.tsx'
import { draftOf, templatesOf } from './draft/action-draft.ts'
import { useActionDraft } from './draft/use-action-draft.ts'
import { LastRun } from './last-run.tsx'
import { MappingTab } from './mapping-tab.tsx'
import { PublishNote } from './publish-note.tsx'
import { SaveBar } from './save-bar.tsx'
import { tabs } from './search.ts'

const RecordsTab = lazily(() => import('./records-tab.tsx'), 'RecordsTab')
const OutputTab = lazily(() => import('./output-tab.tsx'), 'OutputTab')
const TriggersTab = lazily(() => import('./triggers/triggers-tab.tsx'), 'TriggersTab')
const HistoryTab = lazily(() => import('./history-tab.tsx'), 'HistoryTab')
const MergeDialog = whenOpened(() => import('./merge-dialog.tsx'), 'MergeDialog')

const route = getRouteApi('/frame/actions/$id')

/** One action: what fills the template, which records, where the images go, and what starts it. */
export function ActionPage() {
  const { id } = route.useParams()
  const read = useQuery(api.actions.get.query({ params: { id } }))
  return (
    <ResourcePage kind={t('actions.action')} read={read}>
      {(action) => <Known key={id} action={action} />}
    </ResourcePage>
  )
}

function Known({ action }: { action: Action }) {
  const { tab = 'mapping' } = route.useSearch()
  const navigate = useNavigate({ from: '/actions/$id' })
  const mayWrite = useMay('write')
  const editor = useActionDraft(action)
  const contents = {
    mapping: <MappingTab editor={editor} mayWrite={mayWrite} />,
    records: <RecordsTab editor={editor} mayWrite={mayWrite} />,
    output: <OutputTab editor={editor} mayWrite={mayWrite} />,
    triggers: <TriggersTab action={action} mayWrite={mayWrite} />,
    history: <HistoryTab actionId={action.id} />,
  }
  const isBroken = editor.error !== null && editor.errors.size === 0
  return (
    <Page
      recent
      title={action.title}
      lead={<Lead action={action} />}
      actions={<ActionButtons action={action} isDirty={editor.isDirty} />}
    >
      {isBroken && <Failure error={editor.error} again={editor.save} />}
      <Warnings texts={action.warnings} />
      {[...templatesOf(draftOf(action))].map((id) => (
        <PublishNote key={id} templateId={id} />
      ))}
      <Tabs
        label={t('actions.parts')}
        value={tab}
        onChange={(chosen) =>
          void navigate({
            search: (before) => ({ ...before, tab: tabs.find((one) => one === chosen) }),
            resetScroll: false,
          })
        }
        tabs={tabs.map((value) => ({
          value,
          label: t(`actions.tab_${value}`),
          content: contents[value],
        }))}
      />
      <SaveBar editor={editor} />
      {editor.conflicts && <MergeDialog editor={editor} conflicts={editor.conflicts} />}
    </Page>
  )
}

function Lead({ action }: { action: Action }) {
  const template = useQuery(api.templates.get.query({ params: { id: action.template_id } })).data
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <LastRun actionId={action.id} />
      <span aria-hidden>·</span>
      <TableLink {...action} />
      {action.view_name !== null && <span dir="auto">· {action.view_name}</span>}
      <ArrowRight aria-hidden className="size-3.5 rtl:rotate-180" />
      <Link
        to="/templates/$id"
        params={{ id: action.template_id }}
        dir="auto"
        className="rounded underline hover:text-ink"
      >
        {template?.name ?? t('actions.template')}
      </Link>
    </span>
  )
}
