import { useState } from 'react'
import { Choice } from '#dashboard/parts/templates/choice.tsx'
import { isPageSize, type PageSize, sizeNameOf } from '#dashboard/parts/templates/page-sizes.ts'
import { type ChosenSize, SizeChoice } from '#dashboard/parts/templates/size-choice.tsx'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/new-template.ts'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { resizePage } from './resize-page.ts'

const sizeWords = ({ width, height }: PageSize) => `${width} × ${height}`

const turned = (size: ChosenSize): ChosenSize => ({ ...size, width: size.height, height: size.width })

/** Gives the page the size of another use, or turns it, with its layers. */
export function PageSizeDialog() {
  const session = useSession()
  const { width, height, layers } = session.state.document.design
  const [chosen, setChosen] = useState<ChosenSize>(() => {
    return { name: sizeNameOf({ width, height }) ?? 'custom', width, height }
  })
  const [fits, setFits] = useState(layers.length > 0)
  const close = () => session.set({ dialog: null })
  const isSame = chosen.width === width && chosen.height === height
  const isPortrait = chosen.height > chosen.width
  return (
    <FormDialog
      wide
      title={t('new.resize_title')}
      submit={t('new.resize_submit')}
      isIncomplete={isSame || !isPageSize(chosen)}
      onSubmit={() => {
        resizePage(session, chosen, fits)
        close()
      }}
      onClose={close}
    >
      <SizeChoice chosen={chosen} onChoose={setChosen} />
      {chosen.width !== chosen.height && (
        <div role="radiogroup" aria-label={t('new.resize_orientation')} className="flex gap-1.5">
          {([true, false] as const).map((each) => (
            <Choice
              key={String(each)}
              group="page-orientation"
              isChosen={each === isPortrait}
              onChoose={() => setChosen(turned(chosen))}
            >
              {t(each ? 'new.resize_portrait' : 'new.resize_landscape')}
            </Choice>
          ))}
        </div>
      )}
      {layers.length > 0 && <CheckboxLine label={t('new.resize_fit')} checked={fits} onChange={setFits} />}
      <p role="status" className="text-ink-soft tabular-nums">
        {!isSame && t('new.resize_result', { from: sizeWords({ width, height }), to: sizeWords(chosen) })}
      </p>
    </FormDialog>
  )
}
