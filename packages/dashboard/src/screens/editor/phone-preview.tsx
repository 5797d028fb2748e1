import { textOf } from '#dashboard/forms/text-of.ts'
import { thumbnailOf as thumbnailOfCell } from '#dashboard/parts/cells/cell-value.ts'
import { type OpenTemplate, thumbnailOf } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Canvas } from './canvas/canvas.tsx'
import { CanvasMenus } from './canvas-menus.tsx'
import { LateCanvasWork } from './late-canvas-work.tsx'
import { TemplateHeading } from './session/template-heading.tsx'
import { useEditor } from './session/use-editor.ts'
import { RecordStepper } from './top-bar/record-stepper.tsx'
import { UnreadableNotice } from './unreadable-notice.tsx'

/** A picture of ours is seen, in place of its id. */
function Value({ value }: { value: unknown }) {
  const picture = typeof value === 'string' ? thumbnailOfCell({ url: value }) : null
  return picture === null ? textOf(value) : <img src={picture} alt="" className="h-14 rounded-md" />
}

/** What fills the design. */
function ValueList() {
  const values = useEditor((state) => state.values)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="contents">
          <dt dir="auto" className="max-w-32 truncate text-ink-soft">
            {name}
          </dt>
          <dd dir="auto" className="line-clamp-3 min-w-0 break-words">
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The design with the values of a record, where there is no room to edit. */
export function PhonePreview({ template }: { template: OpenTemplate }) {
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[44px_auto_minmax(0,1fr)_auto] overflow-hidden bg-ground text-sm">
      <header className="flex items-center gap-2 border-b border-line px-2">
        <TemplateHeading template={template} />
        <span className="shrink-0 pe-1 text-ink-soft">{t('editor.view_only')}</span>
      </header>
      <UnreadableNotice />
      <Canvas picture={thumbnailOf(template)} Work={LateCanvasWork} Menus={CanvasMenus} />
      <section
        aria-label={t('editor.values')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
        tabIndex={0}
        className="grid max-h-[45dvh] content-start gap-3 overflow-y-auto border-t border-line p-4"
      >
        <RecordStepper />
        <ValueList />
        <p className="text-[13px] text-ink-soft">{t('editor.phone_hint')}</p>
      </section>
    </div>
  )
}
