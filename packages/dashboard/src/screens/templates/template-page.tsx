import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Rocket, Save, SquarePen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { lazily } from '#dashboard/api/lazily.ts'
import { useMay } from '#dashboard/api/session.ts'
import { type OpenTemplate, titleOf } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/t.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { CopyId } from '#dashboard/ui/copy.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Tabs } from '#dashboard/ui/fields/tabs.tsx'
import { Page } from '#dashboard/ui/page.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { DesignTab } from './design-tab.tsx'
import { TemplateMenu } from './template-menu.tsx'
import { type DraftState, useDraft, useLeaveQuestion } from './use-draft.ts'
import { useDrawn } from './use-drawn.ts'
import { useFilling } from './use-filling.ts'
import { useSave } from './use-save.ts'

const VersionsTab = lazily(() => import('./versions-tab.tsx'), 'VersionsTab')
const UseTab = lazily(() => import('./use-tab.tsx'), 'UseTab')
const FormsTab = lazily(() => import('./forms/forms-tab.tsx'), 'FormsTab')
const MergeDialog = lazily(() => import('./merge-dialog.tsx'), 'MergeDialog')
const PublishVersion = lazily(() => import('./publish-version.tsx'), 'PublishVersion')

const route = getRouteApi('/frame/templates/$id')

/** One template: its design, its versions, and how to use it. */
export function TemplatePage() {
  const { id } = route.useParams()
  // The editor, from which one comes, saves without changing what was read before.
  const template = useQuery({ ...api.templates.get.query({ params: { id } }), staleTime: 0 })
  if (template.data) return <Template key={id} template={template.data} />
  return (
    <Page title={t('templates.title')}>
      {template.error ? <Failure error={template.error} again={() => template.refetch()} /> : <Skeleton lines={8} />}
    </Page>
  )
}

function PublishButton({ template, onPublish }: { template: OpenTemplate; onPublish: (version: number) => void }) {
  const { latest_version: version, published_version: published } = template
  if (published === version) return null
  return (
    <Button icon={<Rocket />} hint={t('templates.publish_help')} onClick={() => onPublish(version)}>
      {t('templates.publish', { version })}
    </Button>
  )
}

function Lead({ template, isDirty }: { template: OpenTemplate; isDirty: boolean }) {
  const { id, width, height, latest_version: version, published_version: published } = template
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span dir="ltr" className="tabular-nums">
        {width} × {height}
      </span>
      <span>{t('templates.version', { version })}</span>
      {published === null && <Badge>{t('templates.draft')}</Badge>}
      {published !== null && (
        <Badge tone={published === version ? 'good' : 'neutral'}>
          {t('templates.published_is', { version: published })}
        </Badge>
      )}
      {isDirty && <Badge tone="accent">{t('templates.unsaved')}</Badge>}
      <CopyId id={id} />
    </span>
  )
}

/** What an earlier visit left, and what somebody else did since. */
function Notices({ state, template, onCompare }: { state: DraftState; template: OpenTemplate; onCompare: () => void }) {
  const { kept, draft, isDirty } = state
  const isNewer = template.latest_version > draft.version
  return (
    <>
      {kept && (
        <div role="status" className="flex flex-wrap items-center gap-2 rounded-lg bg-accent-soft p-3 text-accent-ink">
          <p className="grow">
            {t('templates.kept')} <Time at={kept.at} />
          </p>
          <Button size="small" onClick={state.dropKept}>
            {t('templates.drop_kept')}
          </Button>
          <Button size="small" look="primary" onClick={state.takeKept}>
            {t('templates.take_kept')}
          </Button>
        </div>
      )}
      {isNewer && (
        <div role="status" className="flex flex-wrap items-center gap-2 rounded-lg bg-warn-soft p-3 text-warn">
          <p className="grow">{t('templates.newer', { version: template.latest_version })}</p>
          <Button size="small" onClick={() => (isDirty ? onCompare() : state.rebase(template))}>
            {isDirty ? t('templates.compare') : t('templates.show_newer')}
          </Button>
        </div>
      )}
    </>
  )
}

/** What was changed in the editor and is no version yet: this page does not show it. */
function DraftNotice({ template: { id, latest_version: version } }: { template: OpenTemplate }) {
  const draft = useQuery({ ...api.drafts.get.query({ params: { id } }), staleTime: 0 }).data
  if (!draft?.has_changes) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 rounded-lg bg-accent-soft p-3 text-accent-ink">
      <p className="grow">{t('templates.has_draft', { version })}</p>
      <EditorLink id={id} look="plain">
        {t('templates.continue')}
      </EditorLink>
    </div>
  )
}

function LeaveDialog({ state, path }: { state: DraftState; path: string }) {
  const question = useLeaveQuestion(state.isDirty, path)
  if (question.status !== 'blocked') return null
  return (
    <Dialog open onClose={question.reset} title={t('templates.leave_title')} description={t('templates.leave_help')}>
      <DialogActions>
        <Button onClick={question.proceed}>{t('templates.leave')}</Button>
        <Button look="primary" onClick={question.reset}>
          {t('templates.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface PartProps {
  template: OpenTemplate
  state: DraftState
  mayWrite: boolean
  onSave: () => void
  /** Asks whether a version is to be published. */
  onPublish: (version: number) => void
}

/** The design, its versions and its uses; the address says which. */
function TemplateTabs({ template, state, mayWrite, onSave, onPublish }: PartProps) {
  const { tab = 'design' } = route.useSearch()
  const navigate = useNavigate({ from: '/templates/$id' })
  const { draft } = state
  // What fills the design depends on the names that it binds, which the server tells with the picture.
  const [values, setValues] = useState(draft.sample)
  const drawn = useDrawn(draft.source, values)
  const filling = useFilling(draft.source, drawn.drawn, draft.sample)
  if (filling.values !== values) setValues(filling.values)
  const tabs = [
    {
      value: 'design',
      label: t('templates.tab_design'),
      content: <DesignTab state={state} drawn={drawn} filling={filling} isReadOnly={!mayWrite} onSave={onSave} />,
    },
    {
      value: 'versions',
      label: t('templates.tab_versions'),
      content: <VersionsTab template={template} onPublish={onPublish} />,
    },
    {
      value: 'use',
      label: t('templates.tab_use'),
      content: drawn.drawn ? <UseTab template={template} drawn={drawn.drawn} values={filling.values} /> : <Skeleton />,
    },
    { value: 'forms', label: t('templates.tab_forms'), content: <FormsTab template={template} /> },
  ]
  const open = (chosen: string) => {
    const shown = chosen === 'versions' || chosen === 'use' || chosen === 'forms' ? chosen : undefined
    void navigate({ search: (before) => ({ ...before, tab: shown }), replace: true })
  }
  return <Tabs label={template.name} value={tab} tabs={tabs} onChange={open} />
}

function EditorLink({ id, look, children }: { id: string; look: 'plain' | 'primary'; children: string }) {
  return (
    <Link to="/templates/$id/edit" params={{ id }} className={buttonClass(look)}>
      <SquarePen aria-hidden />
      {children}
    </Link>
  )
}

interface ActionsProps extends Omit<PartProps, 'mayWrite'> {
  isSaving: boolean
  onDeleted: () => void
}

function TemplateActions({ template, state: { isDirty }, isSaving, onSave, onPublish, onDeleted }: ActionsProps) {
  return (
    <>
      {!isDirty && <PublishButton template={template} onPublish={onPublish} />}
      <EditorLink id={template.id} look={isDirty ? 'plain' : 'primary'}>
        {t('templates.edit')}
      </EditorLink>
      <Button look={isDirty ? 'primary' : 'plain'} icon={<Save />} disabled={!isDirty} busy={isSaving} onClick={onSave}>
        {t('templates.save')}
      </Button>
      <TemplateMenu template={template} onDeleted={onDeleted} />
    </>
  )
}

/** What somebody else saved meanwhile, beside what is typed here. */
function Merge({ state, saving }: { state: DraftState; saving: ReturnType<typeof useSave> }) {
  const { theirs, isSaving, saveOver, compareWith } = saving
  if (theirs === null) return null
  return (
    <MergeDialog
      theirs={theirs}
      mine={state.draft.source}
      isSaving={isSaving}
      onSave={(source) => saveOver(theirs, source)}
      onTakeTheirs={() => {
        state.rebase(theirs)
        compareWith(null)
      }}
      onClose={(source) => {
        state.setSource(source)
        compareWith(null)
      }}
    />
  )
}

function Template({ template }: { template: OpenTemplate }) {
  const navigate = useNavigate()
  const mayWrite = useMay('write')
  const [isDeleted, setDeleted] = useState(false)
  const [publishing, setPublishing] = useState<number | null>(null)
  const state = useDraft(template)
  const saving = useSave(state)
  const { draft, base, isDirty } = state
  const save = () => {
    if (mayWrite && isDirty && !saving.isSaving) saving.save()
  }
  const onDeleted = () => {
    setDeleted(true)
    void navigate({ to: '/templates', ignoreBlocker: true })
  }
  const shared = { template, state, onSave: save, onPublish: setPublishing }
  return (
    <Page
      recent
      title={titleOf({ name: template.name, design: base.design }, draft.source)}
      lead={<Lead template={template} isDirty={isDirty} />}
      actions={
        mayWrite ? (
          <TemplateActions {...shared} isSaving={saving.isSaving} onDeleted={onDeleted} />
        ) : (
          <EditorLink id={template.id} look="plain">
            {t('templates.view')}
          </EditorLink>
        )
      }
    >
      {mayWrite && <DraftNotice template={template} />}
      <Notices state={state} template={template} onCompare={() => saving.compareWith(template)} />
      {saving.error && <Failure error={saving.error} again={save} />}
      <TemplateTabs {...shared} mayWrite={mayWrite} />
      <Suspense>
        <Merge state={state} saving={saving} />
        {publishing !== null && (
          <PublishVersion template={template} version={publishing} onClose={() => setPublishing(null)} />
        )}
      </Suspense>
      {!isDeleted && <LeaveDialog state={state} path={`/templates/${base.id}`} />}
    </Page>
  )
}
