import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { ownPath } from '#dashboard/api/own-path.ts'
import type { Image } from '#dashboard/api/types.ts'
import { labelOf, pictureOf } from '#dashboard/screens/images/image-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Section } from '#dashboard/ui/page.tsx'
import { Time } from '#dashboard/ui/time.tsx'

const shown = 8

function Small({ image }: { image: Image }) {
  const file = image.thumbnail ?? pictureOf(image)
  const place = 'grid h-8 w-15 shrink-0 place-items-center rounded border border-line object-contain'
  if (file === null)
    return (
      <span aria-hidden className={place}>
        <FileText className="size-4 text-ink-soft" />
      </span>
    )
  return <img src={ownPath(file.url)} alt="" loading="lazy" className={place} />
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
