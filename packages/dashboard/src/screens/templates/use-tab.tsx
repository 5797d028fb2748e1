import { Link } from '@tanstack/react-router'
import { useActions } from '#dashboard/api/use-actions.ts'
import type { Drawn, OpenTemplate, Values } from '#dashboard/parts/templates/template.ts'
import { addressSample, previewedValues, requestSamples } from '#dashboard/parts/templates/use-samples.ts'
import { usesTemplate } from '#dashboard/parts/templates/uses-template.ts'
import { t } from '#dashboard/strings/template-page.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { Section } from '#dashboard/ui/page.tsx'

interface UseTabProps {
  template: OpenTemplate
  drawn: Drawn
  values: Values
}

/** How images are made of it: by actions, by the API, by signed addresses. */
export function UseTab(use: UseTabProps) {
  const { template, drawn } = use
  const sent = { templateId: template.id, values: previewedValues(use) }
  return (
    <div className="grid gap-8">
      <Section title={t('templates.actions')}>
        <ActionsOf template={template} />
      </Section>
      <Section title={t('templates.by_request')}>
        <p className="text-ink-soft">{t('templates.by_request_help')}</p>
        <CodeBlock samples={requestSamples(sent)} />
      </Section>
      <Section title={t('templates.by_address')}>
        <p className="text-ink-soft">
          {t('templates.by_address_help')}{' '}
          <Link to="/developers" search={{ tab: 'url-keys' }} className="rounded text-accent-ink underline">
            {t('templates.url_keys')}
          </Link>
        </p>
        <CodeBlock samples={[{ name: 'TypeScript', code: addressSample(sent) }]} />
      </Section>
      <Section title={t('templates.variables')}>
        <Variables drawn={drawn} />
      </Section>
      <Section title={t('templates.modifications')}>
        <p className="text-ink-soft">{t('templates.modifications_help')}</p>
        <Modifications drawn={drawn} />
      </Section>
    </div>
  )
}

function ActionsOf({ template: { id } }: { template: OpenTemplate }) {
  const actions = useActions().filter((action) => usesTemplate(action, id))
  if (actions.length === 0)
    return (
      <p className="text-ink-soft">
        {t('templates.no_actions')}{' '}
        <Link to="/actions/new" search={{ template: id }} className="rounded text-accent-ink underline">
          {t('templates.make_action')}
        </Link>
      </p>
    )
  return (
    <ul className="grid list-disc gap-1 ps-5">
      {actions.map(({ id: actionId, title, table_name: table }) => (
        <li key={actionId}>
          <bdi>{t('templates.records_of', { action: title, table })}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** What a request can change of single layers. */
function Modifications({ drawn: { available_modifications: all } }: { drawn: Drawn }) {
  return (
    <ul className="grid gap-1">
      {all.map(({ name, type, properties }) => (
        <li key={name}>
          <details className="rounded-lg border border-line px-3 py-1.5">
            <summary className="cursor-pointer rounded">
              <span dir="auto" className="font-medium">
                {name}
              </span>{' '}
              <span className="text-[13px] text-ink-soft">{type}</span>
            </summary>
            <p className="flex items-start gap-2 pt-2 font-mono text-[13px] text-ink-soft">
              <span dir="ltr" className="min-w-0 grow break-words">
                {properties.join(', ')}
              </span>
              <CopyButton text={JSON.stringify({ name, [properties[0] ?? 'visible']: '' })} />
            </p>
          </details>
        </li>
      ))}
    </ul>
  )
}

function Variables({ drawn: { variables } }: { drawn: Drawn }) {
  if (variables.length === 0) return <p className="text-ink-soft">{t('templates.no_variables')}</p>
  return (
    <ul className="divide-y divide-line border-y border-line">
      {[...Map.groupBy(variables, ({ name }) => name)].map(([name, uses]) => (
        <li key={name} className="grid gap-x-4 py-1.5 sm:grid-cols-[12rem_6rem_minmax(0,1fr)]">
          <span dir="auto" className="truncate font-medium">
            {name}
          </span>
          <span className="text-ink-soft">{uses[0]?.kind}</span>
          <span dir="auto" className="text-[13px] break-words text-ink-soft">
            {uses.map(({ layer, property }) => `${layer ?? t('templates.change_page')} · ${property}`).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
