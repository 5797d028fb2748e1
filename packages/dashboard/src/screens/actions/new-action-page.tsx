import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { errorAt, fieldErrors } from '#dashboard/api/error-words.ts'
import { useMay } from '#dashboard/api/session.ts'
import { TableChoice, type TableChoices, useTableChoices } from '#dashboard/parts/tables/table-choice.tsx'
import { t } from '#dashboard/strings/actions.ts'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormFailure } from '#dashboard/ui/form-failure.tsx'
import { Page, Section } from '#dashboard/ui/page.tsx'
import { STOP_AFTER_FAILURES } from './draft/action-draft.ts'
import { autoMapping, namesOf } from './draft/auto-mapping.ts'
import type { Template } from './draft/types.ts'
import { TemplateChoice } from './template-choice.tsx'

const route = getRouteApi('/frame/actions/new')

/** Saved with every name of the template filled by what fits best. */
function useCreate({ connection, baseId, table, view }: TableChoices, template: Template | undefined) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    meta: { form: true },
    mutationFn: async (title: string) => {
      if (table === undefined || template === undefined) throw new TypeError('nothing is chosen')
      const [{ variables }, fields] = await Promise.all([
        client.templates.variables({ params: { id: template.id } }),
        client.connections.fields({ params: { id: connection }, query: { base_id: baseId, table_id: table.id } }),
      ])
      const mapping = autoMapping(namesOf(variables), fields.results)
      const place = { connection_id: connection, base_id: baseId, table: table.id, view: view ?? null }
      return client.actions.create({
        body: { title, ...place, template_id: template.id, mapping, stop_after_failures: STOP_AFTER_FAILURES },
      })
    },
    onSuccess: ({ id }) => {
      queries.invalidateQueries({ queryKey: api.actions.list.key })
      return navigate({ to: '/actions/$id', params: { id } })
    },
  })
}

/** Ties a table to a template. The address keeps what is chosen. */
export function NewActionPage() {
  const mayWrite = useMay('write')
  const { template, ...chosen } = route.useSearch()
  const choices = useTableChoices(chosen)
  if (!mayWrite)
    return (
      <Page title={t('actions.new')}>
        <EmptyState title={t('actions.may_not')} help={t('actions.may_not_help')} />
      </Page>
    )
  if (choices.connections?.length === 0)
    return (
      <Page title={t('actions.new')}>
        <EmptyState
          title={t('actions.no_connections')}
          help={t('actions.no_connections_help')}
          action={
            <Link to="/sources" className={buttonClass('primary')}>
              {t('actions.connect')}
            </Link>
          }
        />
      </Page>
    )
  return (
    <Page title={t('actions.new')} lead={t('actions.new_lead')}>
      <NewAction choices={choices} templateId={template} />
    </Page>
  )
}

interface NewActionProps {
  choices: TableChoices
  templateId: string | undefined
}

function NewAction({ choices, templateId }: NewActionProps) {
  const navigate = useNavigate({ from: '/actions/new' })
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = useQuery({
    ...api.templates.get.query({ params: { id: templateId ?? '' } }),
    enabled: templateId !== undefined,
  })
  const template = templateId === undefined ? undefined : chosen.data
  const create = useCreate(choices, template)
  const { table, failed } = choices
  const usual = table && template ? t('actions.usual_title', { template: template.name, table: table.name }) : ''
  const title = typed ?? usual
  const errors = fieldErrors(create.error)
  const missing = !table
    ? 'actions.choose_table'
    : !template
      ? 'actions.choose_template'
      : title.trim() === ''
        ? 'actions.enter_title'
        : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(title)
  }
  return (
    <form onSubmit={submit} className="grid max-w-3xl gap-8">
      <FormFailure error={create.error} />
      {failed && <Failure error={failed.error} again={() => void failed.refetch()} />}
      <Section title={t('actions.step_table')}>
        <TableChoice
          choices={choices}
          onChoose={(part) => void navigate({ search: (before) => ({ ...before, ...part }) })}
          errors={errors}
        />
      </Section>
      <TemplatePart chosen={template?.id} />
      <TextField label={t('actions.name')} error={errorAt(errors, '/title')} value={title} onChange={setTyped} />
      {errorAt(errors, '/mapping') !== undefined && (
        <p role="alert" className="rounded-lg bg-bad-soft p-3 text-bad">
          {errorAt(errors, '/mapping')}
        </p>
      )}
      <div>
        <Button
          type="submit"
          look="primary"
          size="large"
          busy={create.isPending}
          disabled={missing !== undefined}
          hint={missing === undefined ? '' : t(missing)}
        >
          {t('actions.create')}
        </Button>
      </div>
    </form>
  )
}

function TemplatePart({ chosen }: { chosen: string | undefined }) {
  const navigate = useNavigate({ from: '/actions/new' })
  return (
    <Section title={t('actions.template')}>
      <TemplateChoice
        chosen={chosen}
        onChoose={({ id }) => void navigate({ search: (before) => ({ ...before, template: id }), resetScroll: false })}
      />
    </Section>
  )
}
