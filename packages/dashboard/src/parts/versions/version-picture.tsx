import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { client } from '#dashboard/api/client.ts'
import { errorWords, mayPass } from '#dashboard/api/error-words.ts'
import { inTurn } from '#dashboard/parts/templates/in-turn.ts'
import { t } from '#dashboard/strings/versions.ts'
import { useSight } from '#dashboard/ui/use-sight.ts'

interface PictureFrameProps {
  ref?: RefObject<HTMLSpanElement | null>
  children: ReactNode
}

/** The room of one picture in the list, whatever its ratio. */
export function PictureFrame({ ref, children }: PictureFrameProps) {
  return (
    <span
      ref={ref}
      className="grid h-24 w-32 shrink-0 grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden rounded-lg border border-line bg-sunken p-1.5"
    >
      {children}
    </span>
  )
}

/** In place of a picture: why there is none. */
export function NoPicture({ reason }: { reason: string }) {
  return (
    <span role="img" aria-label={reason} data-tooltip={reason} className="text-ink-soft">
      <ImageOff aria-hidden className="size-6" />
    </span>
  )
}

/** The address of a file in memory. */
function useAddress(file: Uint8Array | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(new Blob([new Uint8Array(file)], { type: 'image/webp' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** A version with the sample values, drawn when it comes into sight. What failed for a moment is drawn the next time. */
export function VersionPicture({ id, version }: { id: string; version: number }) {
  const frame = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['version-picture', id, version],
    queryFn: ({ signal }) =>
      inTurn(() => client.templates.thumbnail({ params: { id }, query: { version, width: 320 }, signal })),
    enabled: isSeen,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isWorthAgain = error !== null && mayPass(error)
  useSight(
    frame,
    useCallback(() => (isWorthAgain ? void refetch() : setSeen(true)), [isWorthAgain, refetch]),
  )
  const address = useAddress(data)
  const reason = error && (mayPass(error) ? errorWords(error) : t('versions.no_picture'))
  return (
    <PictureFrame ref={frame}>
      {reason !== null && <NoPicture reason={reason} />}
      {reason === null && address !== undefined && (
        <img src={address} alt="" className="max-h-full max-w-full object-contain shadow-sm" />
      )}
    </PictureFrame>
  )
}
