import { Suspense } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { insertInMiddle } from '#dashboard/screens/editor/session/insert-actions.ts'
import { layerKinds } from '#dashboard/screens/editor/session/kind-icons.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'

const IconSection = lazily(() => import('#dashboard/screens/editor/icons/icon-section.tsx'), 'IconSection')

/** Every kind of layer: a press puts one into the middle of what is seen. Icons come below. */
export function InsertPanel() {
  const session = useSession()
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  if (isReadOnly) return null
  return (
    <>
      <ul aria-label={t('editor.insert')} className="grid grid-cols-2 gap-2 p-3">
        {layerKinds.map(({ type, icon: Icon }) => (
          <li key={type}>
            <button
              type="button"
              onClick={() => insertInMiddle(session, type)}
              className="grid h-18 w-full content-center justify-items-center gap-1.5 rounded-lg border border-line bg-raised px-1 text-center leading-tight transition-colors hover:border-line-strong hover:bg-hover [&_svg]:size-5 [&_svg]:text-ink-soft"
            >
              <Icon aria-hidden />
              {t(`editor.kind_${type}`)}
            </button>
          </li>
        ))}
      </ul>
      <Suspense>
        <IconSection />
      </Suspense>
    </>
  )
}
