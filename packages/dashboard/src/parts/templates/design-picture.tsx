import { ImageOff } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { t } from '#dashboard/strings/t.ts'
import { useSight } from '#dashboard/ui/use-sight.ts'

/** A design as the server draws it, inside a frame of one shape for all; drawn when it comes into sight. */
export function DesignPicture({ src, name }: { src: string; name: string }) {
  const frame = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  const [state, setState] = useState<'loading' | 'done' | 'failed'>('loading')
  useSight(
    frame,
    useCallback(() => setSeen(true), []),
  )
  return (
    <span
      ref={frame}
      className="grid aspect-[4/3] grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden rounded-lg border border-line bg-sunken p-3"
    >
      {state === 'failed' ? (
        <span role="img" aria-label={t('templates.not_drawn', { name })} className="text-ink-soft">
          <ImageOff aria-hidden className="size-6" />
        </span>
      ) : (
        <img
          src={isSeen ? src : undefined}
          alt=""
          decoding="async"
          onLoad={() => setState('done')}
          onError={() => setState('failed')}
          className={
            state === 'done' ? 'size-full object-contain drop-shadow-sm' : 'size-full animate-pulse rounded-sm bg-hover'
          }
        />
      )}
    </span>
  )
}
