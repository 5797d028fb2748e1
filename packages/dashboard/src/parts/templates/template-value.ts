import type { TemplateValue } from '@pictable/model/value'
import * as v from 'valibot'

/** A value of a template, of what is JSON: anything but an object. */
export const templateValue = v.custom<TemplateValue>(
  (json) => json === null || Array.isArray(json) || ['string', 'number', 'boolean'].includes(typeof json),
)
