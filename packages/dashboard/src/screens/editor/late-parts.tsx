import { type ReactNode, Suspense } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { useEditor } from './session/use-editor.ts'

// One file for all of them.
const load = () => import('./late.ts')

export const CanvasMenu = lazily(() => load().then(({ CanvasMenu }) => ({ CanvasMenu })), 'CanvasMenu')
export const InspectorPanel = lazily(() => load().then(({ InspectorPanel }) => ({ InspectorPanel })), 'InspectorPanel')
export const LayerMenu = lazily(() => load().then(({ LayerMenu }) => ({ LayerMenu })), 'LayerMenu')
export const LeftPanel = lazily(() => load().then(({ LeftPanel }) => ({ LeftPanel })), 'LeftPanel')
export const PublishButton = lazily(() => load().then(({ PublishButton }) => ({ PublishButton })), 'PublishButton')
export const SourceDrawer = lazily(() => load().then(({ SourceDrawer }) => ({ SourceDrawer })), 'SourceDrawer')
export const UploadList = lazily(() => load().then(({ UploadList }) => ({ UploadList })), 'UploadList')
export const ZoomMenu = lazily(() => load().then(({ ZoomMenu }) => ({ ZoomMenu })), 'ZoomMenu')

/** Parts of the screen that come after the page: before it is drawn, or cannot be, only their room is there. */
export function Late({ room = null, children }: { room?: ReactNode; children: ReactNode }) {
  const isTime = useEditor(({ frame, drawError }) => frame !== null || drawError !== null)
  return isTime ? <Suspense fallback={room}>{children}</Suspense> : room
}
