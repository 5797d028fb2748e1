import { t } from '#dashboard/strings/editor.ts'

/** The JSON of the design. */
export function SourceDrawer() {
  return <section aria-label={t('editor.source')} className="col-span-3" />
}
