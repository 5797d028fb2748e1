import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { History, Rocket } from 'lucide-react'
import { useMay } from '#dashboard/api/session.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { VersionComparison } from '#dashboard/parts/versions/version-comparison.tsx'
import { type Compared, type Version, VersionList } from '#dashboard/parts/versions/version-list.tsx'
import { t } from '#dashboard/strings/versions.ts'
import { Button, buttonClass } from '#dashboard/ui/button.tsx'
import { Section } from '#dashboard/ui/page.tsx'

const route = getRouteApi('/frame/templates/$id')

interface VersionsTabProps {
  template: OpenTemplate
  onPublish: (version: number) => void
}

/** Every save, newest first. The address says which two are compared. */
export function VersionsTab({ template, onPublish }: VersionsTabProps) {
  const { id, sample } = template
  const { older, newer } = route.useSearch()
  const navigate = useNavigate({ from: '/templates/$id' })
  const mayWrite = useMay('write')
  const compare = (compared?: Compared) => {
    const numbers = [compared?.older, compared?.newer].map((place) => (place === 'draft' ? undefined : place))
    void navigate({ search: (before) => ({ ...before, older: numbers[0], newer: numbers[1] }), resetScroll: false })
  }
  const actionsOf = ({ version, published }: Version) =>
    mayWrite && (
      <>
        {version !== template.latest_version && (
          <Link
            to="/templates/$id/edit"
            params={{ id }}
            search={{ restore: version }}
            data-tooltip={t('versions.restore_help')}
            className={buttonClass('plain', 'small')}
          >
            <History aria-hidden />
            {t('versions.restore')}
          </Link>
        )}
        {!published && (
          <Button size="small" icon={<Rocket />} hint={t('templates.publish_help')} onClick={() => onPublish(version)}>
            {t('templates.publish_this')}
          </Button>
        )}
      </>
    )
  return (
    <Section title={t('versions.title')}>
      <VersionList template={template} onCompare={compare} actionsOf={actionsOf} />
      {older !== undefined && newer !== undefined && (
        <VersionComparison
          key={`${older} ${newer}`}
          id={id}
          from={older}
          to={newer}
          valuesOf={() => sample}
          onClose={() => compare()}
        />
      )}
    </Section>
  )
}
