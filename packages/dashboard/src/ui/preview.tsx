import { ownPath } from '#dashboard/api/own-path.ts'

interface PreviewProps {
  url: string
  /** Empty where the words beside it say the same. */
  alt: string
  onError?: () => void
}

/** The whole image in its true ratio, in the middle of its place, which is `relative`. */
export function Preview({ url, alt, onError }: PreviewProps) {
  return (
    <span className="absolute inset-0 flex items-center justify-center">
      <img
        src={ownPath(url)}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={onError}
        className="block max-h-full max-w-full"
      />
    </span>
  )
}
