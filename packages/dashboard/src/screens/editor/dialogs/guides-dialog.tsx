import { Plus, Trash2 } from 'lucide-react'
import { type GuideAxis, putGuide } from '#dashboard/screens/editor/session/guides.ts'
import { guidesOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Input } from '#dashboard/ui/fields/input.tsx'

const axes = [
  { axis: 'x', title: t('editor.guides_x'), of: t('editor.guides_left') },
  { axis: 'y', title: t('editor.guides_y'), of: t('editor.guides_top') },
] as const

/** The guides as numbers: what the rulers do by pointer. */
export function GuidesDialog() {
  const session = useSession()
  return (
    <Dialog open onClose={() => session.set({ dialog: null })} title={t('editor.guides')}>
      <div className="grid grid-cols-2 gap-6">
        {axes.map(({ axis, title, of }) => (
          <GuideList key={axis} axis={axis} title={title} of={of} />
        ))}
      </div>
    </Dialog>
  )
}

function GuideList({ axis, title, of }: { axis: GuideAxis; title: string; of: string }) {
  const session = useSession()
  const document = useEditor((state) => state.document)
  const guides = guidesOf(document)[axis]
  const side = axis === 'x' ? document.design.width : document.design.height
  const put = (index: number | null, at: number | null) => putGuide(session, { axis, index, at })
  return (
    <section aria-label={title} className="grid content-start gap-3">
      <h3 className="font-semibold">{title}</h3>
      {guides.map((at, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a guide is known by its place in the list
        <div key={index} className="flex items-end gap-1">
          <div className="grow">
            <Field label={t('editor.guide_at', { number: index + 1, of })}>
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  step="any"
                  value={at}
                  onChange={({ target }) => Number.isFinite(target.valueAsNumber) && put(index, target.valueAsNumber)}
                />
              )}
            </Field>
          </div>
          <IconButton
            label={t('editor.guide_remove', { number: index + 1 })}
            icon={<Trash2 />}
            onClick={() => put(index, null)}
          />
        </div>
      ))}
      <Button size="small" icon={<Plus />} onClick={() => put(null, Math.round(side / 2))}>
        {t('editor.guide_add')}
      </Button>
    </section>
  )
}
