import type { Template } from './draft/types.ts'

/** A design as it looks with its sample. */
export function TemplatePicture({ template }: { template: Pick<Template, 'id' | 'revision'> }) {
  return (
    <img
      src={`/v1/templates/${template.id}/thumbnail?width=320&revision=${template.revision}`}
      alt=""
      loading="lazy"
      decoding="async"
      className="absolute inset-0 size-full object-contain"
    />
  )
}
