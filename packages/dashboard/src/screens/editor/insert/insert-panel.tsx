import { Group, type LucideIcon } from 'lucide-react'
import { Suspense } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { insertGroup, insertInMiddle, pickNewPicture } from '#dashboard/screens/editor/session/insert-actions.ts'
import { layerKinds } from '#dashboard/screens/editor/session/kind-icons.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'

const IconSection = lazily(() => import('#dashboard/screens/editor/icons/icon-section.tsx'), 'IconSection')

interface Offer {
  readonly title: string
  readonly icon: LucideIcon
  readonly insert: (session: EditorSession) => void
}

const offerOf = ({ type, icon }: (typeof layerKinds)[number]): Offer => ({
  ...{ title: t(`editor.kind_${type}`), icon },
  insert: (session) => (type === 'image' ? pickNewPicture(session) : insertInMiddle(session, type)),
})

/** The kinds, and before the row the group whose layers are where one puts them. */
const offers: readonly Offer[] = layerKinds.flatMap((kind) =>
  kind.type === 'group'
    ? [{ title: t('editor.insert_group'), icon: Group, insert: insertGroup }, offerOf(kind)]
    : [offerOf(kind)],
)

/** Every kind of layer: a press puts one into the middle of what is seen. Icons come below. */
export function InsertPanel() {
  const session = useSession()
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  if (isReadOnly) return null
  return (
    <>
      <ul aria-label={t('editor.insert')} className="grid grid-cols-2 gap-2 p-3">
        {offers.map(({ title, icon: Icon, insert }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => insert(session)}
              className="grid h-18 w-full content-center justify-items-center gap-1.5 rounded-lg border border-line bg-raised px-1 text-center leading-tight transition-colors hover:border-line-strong hover:bg-hover [&_svg]:size-5 [&_svg]:text-ink-soft"
            >
              <Icon aria-hidden />
              {title}
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
