import { z } from 'zod'

/** A fixed value of a mapping. */
export const plainValue = z.union([z.string(), z.number(), z.boolean(), z.null()]).meta({
  description: 'Pictures are references: `asset:<id>` or an http(s) URL',
})

export type PlainValue = z.output<typeof plainValue>

/** As the values of requests and of the database are JSON, the renderer alone checks how deep it is. */
const json = z.custom<z.core.util.JSONType>()

/** A list is for charts and tables, for several pictures, and for the filters of expressions. */
export const templateValue = z
  .union([...plainValue.options, z.array(json)], {
    error: 'must be text, a number, true or false, null or a list',
  })
  .meta({ description: 'Pictures are references: `asset:<id>` or an http(s) URL. Charts and tables take lists' })

/** A value handed to a binding of a template. */
export type TemplateValue = z.output<typeof templateValue>
