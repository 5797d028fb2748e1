/** A value handed to a binding of a template. Pictures are references: `asset:<id>` or a URL. */
export type TemplateValue = string | number | boolean | null
