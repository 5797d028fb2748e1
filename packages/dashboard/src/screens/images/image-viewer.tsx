import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, FileText, ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { direction } from '#dashboard/api/direction.ts'
import { ownPath } from '#dashboard/api/own-path.ts'
import type { Image } from '#dashboard/api/types.ts'
import { labelOf, pictureOf } from '#dashboard/parts/images/image-words.ts'
import { t } from '#dashboard/strings/images.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { hasOpenPopup } from '#dashboard/ui/fields/open-popup.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { ImageDetails } from './image-details.tsx'

interface ImageViewerProps {
  id: string
  /** Those around it, to step through. */
  images: readonly Image[]
  onStep: (id: string) => void
  onClose: () => void
  /** The place of the image in the list behind. */
  tileOf: (id: string) => HTMLElement | null
}

/** One image as large as the window, with all that is known of it; arrow keys step through the list. */
export function ImageViewer({ id, images, onStep, onClose, tileOf }: ImageViewerProps) {
  const listed = useListed(id, images)
  const asked = useQuery({ ...api.images.get.query({ params: { id } }), enabled: listed === undefined })
  const image = listed?.image ?? asked.data
  const { before, behind } = listed ?? {}
  useArrowKeys(before, behind, onStep)

  const afterDelete = () => {
    const next = behind ?? before
    if (next === undefined) onClose()
    else onStep(next)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={image ? labelOf(image) : t('images.image')}
      place="full"
      returnTo={() => tileOf(id)}
    >
      {image && (
        <div className="grid gap-5 lg:h-full lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="relative grid min-h-56 place-items-center overflow-hidden rounded-lg border border-line bg-sunken lg:min-h-0">
            <Large key={image.id} image={image} />
            <Step way="previous" id={before} onStep={onStep} />
            <Step way="next" id={behind} onStep={onStep} />
          </div>
          <ImageDetails key={image.id} image={image} onDeleted={afterDelete} />
        </div>
      )}
      {!image && (asked.error ? <Failure error={asked.error} again={() => asked.refetch()} /> : <Skeleton lines={8} />)}
    </Dialog>
  )
}

interface Listed {
  image: Image
  before: string | undefined
  behind: string | undefined
}

/** An image and those next to it. Until another one is shown, it stays when the list loses it: a deletion may reach the list before it is answered. */
function useListed(id: string, images: readonly Image[]): Listed | undefined {
  const [last, setLast] = useState<Listed>()
  const place = images.findIndex((image) => image.id === id)
  const image = images[place]
  if (image === undefined) return last?.image.id === id ? last : undefined
  const listed = { image, before: images[place - 1]?.id, behind: images[place + 1]?.id }
  if (last?.image !== image || last.before !== listed.before || last.behind !== listed.behind) setLast(listed)
  return listed
}

function isForOthers({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return true
  // A confirmation stands in front, or somebody walks through text that scrolls.
  if (hasOpenPopup(true)) return true
  return target instanceof Element && target.matches('input, textarea, select, pre')
}

function useArrowKeys(before: string | undefined, behind: string | undefined, onStep: (id: string) => void): void {
  useEffect(() => {
    const [back, on] = direction() === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    const onKey = (event: KeyboardEvent) => {
      if (isForOthers(event)) return
      const target = event.key === on ? behind : event.key === back ? before : undefined
      if (target === undefined) return
      event.preventDefault()
      onStep(target)
    }
    // The dialog lets no arrow key out, so it is heard on its way in.
    const options = { capture: true }
    addEventListener('keydown', onKey, options)
    return () => removeEventListener('keydown', onKey, options)
  }, [before, behind, onStep])
}

interface StepProps {
  way: 'previous' | 'next'
  id: string | undefined
  onStep: (id: string) => void
}

function Step({ way, id, onStep }: StepProps) {
  if (id === undefined) return null
  const Icon = way === 'next' ? ChevronRight : ChevronLeft
  return (
    <div
      className={`absolute inset-y-0 m-auto h-fit rounded-md border border-line bg-raised shadow-float ${way === 'next' ? 'end-2' : 'start-2'}`}
    >
      <IconButton
        label={t(way === 'next' ? 'images.next' : 'images.previous')}
        icon={<Icon className="rtl:rotate-180" />}
        onClick={() => onStep(id)}
      />
    </div>
  )
}

function Large({ image }: { image: Image }) {
  const [isBroken, setBroken] = useState(false)
  const file = pictureOf(image)
  const label = labelOf(image)
  if (isBroken || file === null) {
    const Icon = isBroken ? ImageOff : FileText
    return (
      <p className={`grid justify-items-center gap-2 p-6 ${isBroken ? 'text-bad' : 'text-ink-soft'}`}>
        <Icon aria-hidden className="size-8" />
        {isBroken ? t('images.unreadable', { label }) : t('images.document', { label })}
      </p>
    )
  }
  return (
    <img
      src={ownPath(file.url)}
      width={file.width}
      height={file.height}
      alt={t('ui.image_of', { label })}
      onError={() => setBroken(true)}
      className="h-auto max-h-full w-auto max-w-full object-contain lg:absolute lg:inset-0 lg:m-auto"
    />
  )
}
