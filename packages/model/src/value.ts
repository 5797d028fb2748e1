import { z } from 'zod'

export const templateValue = z.union([z.string(), z.number(), z.boolean(), z.null()]).meta({
  description: 'Pictures are references: `asset:<id>` or an http(s) URL',
})

/** A value handed to a binding of a template. */
export type TemplateValue = z.output<typeof templateValue>
