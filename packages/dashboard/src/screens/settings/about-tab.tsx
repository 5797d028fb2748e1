import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { errorWords, fieldErrors } from '#dashboard/api/error-words.ts'
import { useMay } from '#dashboard/api/session.ts'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormFailure } from '#dashboard/ui/form-failure.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Quantity } from '#dashboard/ui/quantity.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { FileCheckLine } from './file-check.tsx'
import { Setting, SettingList } from './installation-facts.tsx'
import { Licences } from './licences.tsx'

/** What runs here, and whether it is well. */
export function AboutTab() {
  const isOwner = useMay('admin')
  const settings = useQuery(api.settings.get.query())
  if (settings.isLoadingError) return <Failure error={settings.error} again={() => settings.refetch()} />
  if (settings.data === undefined) return <Skeleton lines={6} />
  const { name, version, node_version: node, renderer } = settings.data
  return (
    <div className="grid gap-8">
      {isOwner && <NameForm name={name} />}
      <Section title={t('settings.about_version')}>
        <SettingList>
          {!isOwner && <Setting name={t('settings.about_name')}>{name}</Setting>}
          <Setting name={t('settings.about_pictable')}>{version}</Setting>
          <Setting name="Node.js">{node}</Setting>
          <Setting name={t('settings.about_processes')} from="PICTABLE_RENDER_PROCESSES">
            <Quantity value={renderer.processes} />
          </Setting>
          <Setting name={t('settings.about_telemetry')} from="OTEL_EXPORTER_OTLP_ENDPOINT">
            {t('settings.about_telemetry_off')}
          </Setting>
          <Setting name={t('settings.about_licence')}>{t('settings.about_licence_is')}</Setting>
        </SettingList>
      </Section>
      <Section title={t('settings.health')}>
        <HealthChecks />
      </Section>
      <Section title={t('settings.doctor')}>
        <p className="text-ink-soft">{t('settings.doctor_help')}</p>
        <CodeBlock samples={[{ name: 'shell', code: 'npx pictable doctor' }]} />
      </Section>
      <Section title={t('settings.licences')}>
        <Licences />
      </Section>
    </div>
  )
}

function NameForm({ name }: { name: string }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(name)
  const save = useMutation({
    ...api.settings.update.mutation(),
    meta: { form: true },
    onSuccess: (changed) => {
      queries.setQueryData(api.settings.get.query().queryKey, changed)
      toast.done(t('settings.saved'))
    },
  })
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ body: { name: typed } })
  }
  return (
    <form onSubmit={submit} className="grid max-w-md gap-3">
      <FormFailure error={save.error} />
      <TextField
        label={t('settings.about_name')}
        help={t('settings.about_name_help')}
        error={errors.get('/name')}
        required
        maxLength={100}
        value={typed}
        onChange={setTyped}
      />
      <div>
        <Button type="submit" busy={save.isPending} disabled={typed === name}>
          {t('settings.save')}
        </Button>
      </div>
    </form>
  )
}

function HealthChecks() {
  const alive = useQuery({ ...api.server.livez.query(), retry: false, staleTime: 0, meta: { saysItself: true } })
  const ready = useQuery({ ...api.server.readyz.query(), retry: false, staleTime: 0, meta: { saysItself: true } })
  const checks = [
    { name: t('settings.health_alive'), error: alive.error, isPending: alive.isPending },
    { name: t('settings.health_ready'), error: ready.error, isPending: ready.isPending },
  ]
  return (
    <div className="grid justify-items-start gap-3">
      <ul className="w-full divide-y divide-line rounded-lg border border-line">
        {checks.map(({ name, error, isPending }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
            {name}
            {!isPending && (
              <Badge tone={error ? 'bad' : 'good'}>{error ? t('home.health_bad') : t('home.health_ok')}</Badge>
            )}
            {error && <p className="w-full text-[13px] text-bad">{errorWords(error)}</p>}
          </li>
        ))}
        <FileCheckLine />
      </ul>
      <Button
        size="small"
        busy={ready.isFetching}
        onClick={() => {
          alive.refetch()
          ready.refetch()
        }}
      >
        {t('settings.health_again')}
      </Button>
    </div>
  )
}
