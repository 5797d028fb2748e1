import { KINDS_WITHOUT_KEY } from '@pictable/model/field'
import type { StableUrls } from '@pictable/model/stable-urls'
import type { DraftStableUrls } from './action-draft.ts'
import { findFieldOr, type Present } from './find-field.ts'

/** The field of the key found; one that is not there, or whose values make no URL, is an error. */
export function resolveStableUrls(draft: DraftStableUrls | null, present: Present): StableUrls | null {
  if (draft === null) return null
  if (draft.field === undefined || draft.field === null) return { field: null }
  const at = '/stable_urls/field'
  const field = findFieldOr(present, draft.field, at)
  if (field === undefined) return null
  const { id, name, kind } = field
  if (!KINDS_WITHOUT_KEY.has(kind)) return { field: { id, name } }
  const detail = `The field "${name}" is of the kind ${kind}, which cannot be part of a URL. Choose a text or number field.`
  present.errors.push({ pointer: at, detail })
  return null
}
