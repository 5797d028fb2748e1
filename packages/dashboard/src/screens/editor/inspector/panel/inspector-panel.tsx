import { lazily } from '#dashboard/api/lazily.ts'
import { AnyControl } from '#dashboard/screens/editor/inspector/any-control.tsx'
import { BindingButton } from '#dashboard/screens/editor/inspector/binding/binding-button.tsx'
import {
  BindingContext,
  ControlContext,
  OwnControlContext,
} from '#dashboard/screens/editor/inspector/control-context.ts'
import { LayerWarnings } from '#dashboard/screens/editor/inspector/text/layer-warnings.tsx'
import { SelectedText } from '#dashboard/screens/editor/inspector/text/selected-text.tsx'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { LayerInspector } from './layer-inspector.tsx'
import { PageInspector } from './page-inspector.tsx'

const OwnControl = lazily(() => import('./own-control.tsx'), 'OwnControl')

const PAGE = ['page'] as const

/** The properties of what is selected; of the page while nothing is. */
export function InspectorPanel() {
  const selection = useEditor((state) => state.selection)
  return (
    <section
      data-part
      aria-label={t('editor.inspector')}
      className="grid grid-rows-[minmax(0,1fr)_auto] border-s border-line bg-ground"
    >
      <ControlContext value={AnyControl}>
        <BindingContext value={BindingButton}>
          <OwnControlContext value={OwnControl}>
            <div className="relative scroll-py-12 overflow-x-hidden overflow-y-auto [scrollbar-width:none] hover:[scrollbar-width:thin]">
              {/* As wide as the panel: a scrollbar comes over the free edge with the pointer, and moves nothing. */}
              <div className="min-h-full w-[279px] -outline-offset-2">
                {selection.length > 0 ? (
                  <LayerInspector key={selection.join(' ')} targets={selection} head={<SelectedText />} />
                ) : (
                  <PageInspector />
                )}
              </div>
            </div>
            {/* Below, so that a warning that comes while a number is dragged moves no control. */}
            <LayerWarnings targets={selection.length > 0 ? selection : PAGE} />
          </OwnControlContext>
        </BindingContext>
      </ControlContext>
    </section>
  )
}
