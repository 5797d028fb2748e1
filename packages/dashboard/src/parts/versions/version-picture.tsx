import { ImageOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#dashboard/strings/versions.ts'

/** The room of one picture in the list, whatever its ratio. */
export function PictureFrame({ children }: { children: ReactNode }) {
  return (
    <span className="grid h-24 w-32 shrink-0 grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden rounded-lg border border-line bg-sunken p-1.5">
      {children}
    </span>
  )
}

/** A version with the sample values, drawn when it comes into sight. */
export function VersionPicture({ id, version }: { id: string; version: number }) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <PictureFrame>
      {hasFailed ? (
        <span role="img" aria-label={t('versions.no_picture')} className="text-ink-soft">
          <ImageOff aria-hidden className="size-6" />
        </span>
      ) : (
        <img
          src={`/v1/templates/${id}/thumbnail?version=${version}&width=320`}
          alt=""
          loading="lazy"
          onError={() => setFailed(true)}
          className="max-h-full max-w-full object-contain shadow-sm"
        />
      )}
    </PictureFrame>
  )
}
