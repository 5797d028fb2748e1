import { z } from 'zod'
import { type FieldRef, fieldRefOf } from './field.ts'

/** How an action names the files of its images. */
export interface FileNamePattern {
  /** Text with expressions, such as `{{SKU}}-{{Name}}`. */
  readonly pattern: string
  /** The fields that it names, each by the name in the pattern. */
  readonly fields: Readonly<Record<string, FieldRef>>
}

/** As it is stored. */
export const storedFileName = z.object({
  pattern: z.string(),
  fields: z.record(z.string(), fieldRefOf(z.object)),
})
