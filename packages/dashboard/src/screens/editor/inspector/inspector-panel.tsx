import { t } from '#dashboard/strings/editor.ts'

/** The properties of what is selected. */
export function InspectorPanel() {
  return (
    <section aria-label={t('editor.inspector')} className="overflow-y-auto border-s border-line bg-ground"></section>
  )
}
