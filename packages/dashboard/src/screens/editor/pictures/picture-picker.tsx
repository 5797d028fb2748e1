import { useState } from 'react'
import type { PickPicture } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Tabs } from '#dashboard/ui/fields/tabs.tsx'
import { AssetsTab } from './assets-tab.tsx'
import { FieldTab } from './field-tab.tsx'
import { UrlTab } from './url-tab.tsx'

/** Chooses a picture: an asset, a field of the records, or a URL. */
export function PicturePicker() {
  const session = useSession()
  const picking = useEditor((state) => state.picking)
  const [tab, setTab] = useState('assets')
  const close = () => session.set({ picking: null })
  const pick: PickPicture = (src, file) => {
    // An upload may end after the picker was closed, or opened for another picture.
    if (session.state.picking !== picking) return
    close()
    picking?.onPick(src, file)
  }
  const fieldTab = { value: 'field', label: t('pictures.field'), content: <FieldTab onPick={pick} /> }
  return (
    <Dialog open={picking !== null} wide onClose={close} title={t('pictures.title')}>
      <Tabs
        label={t('pictures.title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'assets', label: t('pictures.assets'), content: <AssetsTab onPick={pick} /> },
          ...(picking?.isFixed ? [] : [fieldTab]),
          { value: 'url', label: t('pictures.url'), content: <UrlTab onPick={pick} /> },
        ]}
      />
    </Dialog>
  )
}
