import { ImageOff } from 'lucide-react'
import type { Drawn } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/template-page.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Section } from '#dashboard/ui/page.tsx'

/** Fonts and assets that the design and its values name; those that are not there are said. */
export function NamedParts({ drawn: { fonts, assets } }: { drawn: Drawn }) {
  if (fonts.length === 0 && assets.length === 0) return null
  return (
    <Section title={t('templates.parts')}>
      <ul className="flex flex-wrap gap-2 text-[13px]">
        {fonts.map(({ family, known }) => (
          <li key={family} dir="auto" className="flex items-center gap-1.5 rounded-lg border border-line px-2 py-1">
            {family}
            {!known && <Badge tone="bad">{t('templates.font_unknown')}</Badge>}
          </li>
        ))}
        {assets.map(({ id, filename }) => (
          <li key={id} className="flex min-w-0 items-center gap-1.5 rounded-lg border border-line px-2 py-1">
            {filename === null ? (
              <ImageOff aria-hidden className="size-4 shrink-0 text-bad" />
            ) : (
              <img src={`/v1/assets/${id}/content`} alt="" className="size-5 shrink-0 rounded object-cover" />
            )}
            <span dir="auto" className="truncate">
              {filename ?? id}
            </span>
            {filename === null && <Badge tone="bad">{t('templates.asset_unknown')}</Badge>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
