import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { ownPath } from '#dashboard/api/own-path.ts'
import type { Image } from '#dashboard/api/types.ts'
import { t } from '#dashboard/strings/t.ts'
import { Section } from '#dashboard/ui/page.tsx'
import { Time } from '#dashboard/ui/time.tsx'

const shown = 8

/** What an image shows, in the words it was made of. */
function labelOf({ values, id }: Image): string {
  return (
    Object.values(values)
      .find((value) => typeof value === 'string' && value !== '')
      ?.toString() ?? id
  )
}

/** The newest images of all actions, each a link to itself. */
export function RecentImages() {
  const images = useQuery(api.images.list.query({ query: { limit: shown } })).data?.results ?? []
  if (images.length === 0) return null
  return (
    <Section title={t('home.recent')}>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {images.map((image) => (
          <li key={image.id}>
            <a
              href={ownPath(image.url)}
              target="_blank"
              rel="noreferrer"
              className="flex items-center gap-3 px-3 py-2 hover:bg-hover"
            >
              <img
                src={ownPath(image.thumbnail?.url ?? image.url)}
                alt=""
                loading="lazy"
                className="h-8 w-15 shrink-0 rounded border border-line object-contain"
              />
              <span dir="auto" className="min-w-0 grow truncate">
                {labelOf(image)}
              </span>
              <span className="hidden text-[13px] text-ink-soft tabular-nums sm:inline" dir="ltr">
                {image.width} × {image.height}
              </span>
              <span className="text-[13px] text-ink-soft">
                <Time at={image.created_at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
