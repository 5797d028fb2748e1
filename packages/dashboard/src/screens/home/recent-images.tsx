import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import type { Image } from '#dashboard/api/types.ts'
import { labelOf, previewOf } from '#dashboard/parts/images/image-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Section } from '#dashboard/ui/page.tsx'
import { Preview } from '#dashboard/ui/preview.tsx'
import { Time } from '#dashboard/ui/time.tsx'

const shown = 8

function Small({ image }: { image: Image }) {
  return (
    <span className="relative h-8 w-15 shrink-0 overflow-hidden rounded border border-line">
      <Preview url={previewOf(image)} alt="" />
    </span>
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
            <Link
              to="/gallery"
              search={{ image: image.id }}
              className="flex items-center gap-3 px-3 py-2 hover:bg-hover"
            >
              <Small image={image} />
              <span dir="auto" className="min-w-0 grow truncate">
                {labelOf(image)}
              </span>
              <span className="hidden text-[13px] text-ink-soft tabular-nums sm:inline" dir="ltr">
                {image.width} × {image.height}
              </span>
              <span className="text-[13px] text-ink-soft">
                <Time at={image.created_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
