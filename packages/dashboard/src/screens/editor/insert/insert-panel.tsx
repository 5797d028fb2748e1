import type { Point } from '@pictable/editor'
import { Group, type LucideIcon } from 'lucide-react'
import { Suspense } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { commands } from '#dashboard/screens/editor/commands/commands.ts'
import { useDragOut } from '#dashboard/screens/editor/data/use-drag-out.ts'
import { layerKinds } from '#dashboard/screens/editor/icons/kind-icons.ts'
import {
  insertAround,
  insertGroup,
  insertInMiddle,
  pickNewPicture,
} from '#dashboard/screens/editor/session/insert-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { wordsOf } from '#dashboard/ui/fields/keys.ts'

const IconSection = lazily(() => import('#dashboard/screens/editor/icons/icon-section.tsx'), 'IconSection')

interface Offer {
  readonly title: string
  /** That do the same. */
  readonly keys?: string | undefined
  readonly icon: LucideIcon
  /** Around a point of the page, or in the middle of what is seen. */
  readonly insert: (session: EditorSession, point?: Point) => void
}

const offerOf = ({ type, icon }: (typeof layerKinds)[number]): Offer => ({
  ...{ title: t(`editor.kind_${type}`), icon, keys: commands.find(({ id }) => id === type)?.keys.map(wordsOf)[0] },
  insert: (session, point) => {
    if (type === 'image') pickNewPicture(session, point)
    else if (point) insertAround(session, type, point)
    else insertInMiddle(session, type)
  },
})

/** The kinds, and before the row the group whose layers are where one puts them. */
const offers: readonly Offer[] = layerKinds.flatMap((kind) =>
  kind.type === 'group'
    ? [{ title: t('editor.insert_group'), icon: Group, insert: insertGroup }, offerOf(kind)]
    : [offerOf(kind)],
)

/** Every kind of layer: a press puts one into the middle of what is seen, a drag where it ends. Icons come below. */
export function InsertPanel() {
  const session = useSession()
  const drag = useDragOut()
  const isReadOnly = useEditor((state) => state.readOnly !== null)
  if (isReadOnly) return null
  return (
    <>
      <ul aria-label={t('editor.insert')} className="grid grid-cols-2 gap-2 p-3">
        {offers.map(({ title, keys, icon: Icon, insert }) => (
          <li key={title}>
            <button
              type="button"
              data-tooltip={keys === undefined ? undefined : `${title} (${keys})`}
              onClick={() => insert(session)}
              onPointerDown={(press) =>
                drag(press, {
                  show: (own, pointer) => {
                    const label = pointer && { at: pointer.screen, text: t('assets.drop_insert', { asset: title }) }
                    own.set({ marks: { ...NO_MARKS, pointerLabel: label ?? null } })
                  },
                  drop: (own, pointer) => pointer && insert(own, pointer.page),
                })
              }
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
