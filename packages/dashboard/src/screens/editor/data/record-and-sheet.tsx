import { SheetButton } from '#dashboard/screens/editor/sheet/sheet-button.tsx'
import { RecordChooser } from './record-chooser.tsx'

/** In the stepper: the record that is shown, and after its buttons the way to see many. */
export function RecordAndSheet() {
  return (
    <>
      <RecordChooser />
      <span className="flex" style={{ order: 1 }}>
        <SheetButton />
      </span>
    </>
  )
}
