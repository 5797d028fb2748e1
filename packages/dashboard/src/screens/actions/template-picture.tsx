import { useRef } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useDrawnPicture } from '#dashboard/parts/templates/use-drawn-picture.ts'
import type { Template } from './draft/types.ts'

/** A design as it looks with its sample. */
export function TemplatePicture({ template: { id, revision } }: { template: Pick<Template, 'id' | 'revision'> }) {
  const image = useRef<HTMLImageElement>(null)
  const picture = api.templates.thumbnail.query({ params: { id }, query: { width: 320, revision } })
  const { src } = useDrawnPicture(image, picture)
  return <img ref={image} src={src} alt="" decoding="async" className="absolute inset-0 size-full object-contain" />
}
