import { Database } from 'lucide-react'
import { useState } from 'react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { SheetButton } from '#dashboard/screens/editor/sheet/sheet-button.tsx'
import { t } from '#dashboard/strings/editing.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { RecordChooser } from './record-chooser.tsx'
import { ChooseTable } from './source-choice.tsx'

/** The sample values, and the way to records. */
function NoRecords() {
  const [isChoosing, setChoosing] = useState(false)
  const mayChoose = useEditor(({ readOnly, recordSource }) => readOnly !== 'role' && recordSource.of === null)
  return (
    <span className="flex min-w-0 items-center gap-2 whitespace-nowrap text-ink-soft">
      <span className="truncate">{t('editor.record_sample')}</span>
      {mayChoose && (
        <Button size="small" look="quiet" icon={<Database />} onClick={() => setChoosing(true)}>
          {t('data.other_table')}
        </Button>
      )}
      {isChoosing && <ChooseTable onClose={() => setChoosing(false)} />}
    </span>
  )
}

/** In the stepper: the record that is shown, and after its buttons the way to see many. */
export function RecordAndSheet() {
  const hasRecords = useEditor(({ records }) => records.length > 0)
  if (!hasRecords) return <NoRecords />
  return (
    <>
      <RecordChooser />
      <span className="flex" style={{ order: 1 }}>
        <SheetButton />
      </span>
    </>
  )
}
