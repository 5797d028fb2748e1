// What is fetched, as one file, once the page is drawn.

export { CanvasMenu } from './canvas/context-menu.tsx'
export { LayerMenu } from './canvas/layer-menu.tsx'
export { CanvasWork } from './canvas-work.tsx'
export { UploadList } from './clipboard/upload-list.tsx'
export { Coach } from './coach/coach.tsx'
export { RecordAndSheet } from './data/record-and-sheet.tsx'
export { Dialogs } from './dialogs/dialogs.tsx'
export { Drawers } from './drawers.tsx'
export { InspectorPanel } from './inspector/panel/inspector-panel.tsx'
export { LeftPanel } from './left-panel.tsx'
export { PicturePicker } from './pictures/picture-picker.tsx'
export { TopActions } from './top-bar/top-actions.tsx'
