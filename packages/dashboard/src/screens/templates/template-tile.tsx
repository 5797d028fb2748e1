import { Link } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { useMay } from '#dashboard/api/session.ts'
import { DesignPicture } from '#dashboard/parts/templates/design-picture.tsx'
import { HoverPreview } from '#dashboard/parts/templates/hover-preview.tsx'
import { type TemplateJson, thumbnailOf } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/t.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { TemplateMenu } from './template-menu.tsx'

function usedBy(titles: readonly string[]): string {
  const [first] = titles
  if (first === undefined) return t('templates.unused')
  return titles.length === 1
    ? t('templates.used_by', { action: first })
    : t('templates.used_by_many', { count: titles.length })
}

interface TemplateTileProps {
  template: TemplateJson
  /** Titles of the actions that use it. */
  actions: readonly string[]
}

export function TemplateTile({ template, actions }: TemplateTileProps) {
  const mayWrite = useMay('write')
  const { id, name, width, height } = template
  const use = usedBy(actions)
  const small = thumbnailOf(template)
  const thumbnail = api.templates.thumbnail.query({ params: { id }, query: { revision: template.revision } })
  return (
    <li className="has-tools relative grid min-w-0 content-start gap-2 [content-visibility:auto]">
      <HoverPreview name={name} small={small} src={`${small}&width=960`} width={width} height={height}>
        <Link
          to="/templates/$id"
          params={{ id }}
          className="group grid gap-2 rounded-lg after:absolute after:inset-0 after:rounded-lg"
        >
          <DesignPicture picture={thumbnail} name={name} />
          <span className="truncate pe-8 font-medium group-hover:underline">
            <bdi>{name}</bdi>
          </span>
        </Link>
      </HoverPreview>
      <div className="-mt-2 flex min-w-0 items-center gap-1.5 pe-8 text-[13px] text-ink-soft">
        <span dir="ltr" className="shrink-0 tabular-nums">
          {width} × {height}
        </span>
        {template.published_version === null ? (
          <span className="shrink-0 whitespace-nowrap">
            <Badge>{t('templates.draft')}</Badge>
          </span>
        ) : (
          <>
            <span aria-hidden>·</span>
            <span dir="auto" className="truncate" title={actions.join(', ') || undefined}>
              {use}
            </span>
          </>
        )}
      </div>
      {mayWrite && (
        <>
          <Link
            to="/templates/$id/edit"
            params={{ id }}
            aria-label={t('templates.edit_name', { name })}
            className={`tools absolute end-2 top-2 ${buttonClass('plain', 'small')}`}
          >
            <SquarePen aria-hidden />
            {t('templates.edit')}
          </Link>
          <div className="absolute end-0 bottom-1">
            <TemplateMenu template={template} />
          </div>
        </>
      )}
    </li>
  )
}
