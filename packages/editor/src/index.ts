export { copyLayers, type Pasted, type PasteOptions, pasteLayers, readClipboard } from './clipboard/layers.ts'
export { type CopiedStyle, copyStyle, pasteStyle } from './clipboard/style.ts'
export { type Applied, apply } from './document/apply.ts'
export type { Changes, Command, LaidOut, LayerId, LayerIds, PropertyPath } from './document/command.ts'
export { CommandError } from './document/command-error.ts'
export {
  ancestorsOf,
  childrenOf,
  type EditorDocument,
  idAt,
  idOfName,
  layerAt,
  layersOf,
  normalizeSelection,
  openDocument,
  type Place,
  parentOf,
  pathOf,
} from './document/document.ts'
export { isEqual } from './document/json.ts'
export { frameOf, isBound, isFilled } from './document/layer-frame.ts'
export { type PropertyIssue, propertyIssues } from './document/property-issues.ts'
export {
  type DraftEffect,
  type DraftEvent,
  type DraftState,
  type DraftStatus,
  hasUnsaved,
  type Journal,
  type Mode,
  OPENING,
  type SaveFailure,
  type ServerDraft,
  statusOf,
} from './drafts/draft-state.ts'
export { next as nextDraft, type Step as DraftStep } from './drafts/next.ts'
export { ALIGNMENTS, type Alignment, align, type Direction, distribute, rowsOf, tidy } from './geometry/arrange.ts'
export { type Corner, type Radius, radiiOf, radiusAt, radiusDot, withRadius } from './geometry/corner-radius.ts'
export { type Crop, croppedPicture, moveCrop, type PictureCorner, scaleCrop, zoomCrop } from './geometry/crop.ts'
export { DUPLICATE_OFFSET, nextDuplicateOffset } from './geometry/duplicate.ts'
export {
  boundsOfFrame,
  type Flip,
  type Frame,
  frameCorners,
  frameMatrix,
  frameOfBox,
  inverseFrameMatrix,
  mirrorFrame,
  movedTo,
  roundedFrame,
  unwrapFrame,
  wrapFrame,
} from './geometry/frame.ts'
export { type Line, linePoints, lineThrough, moveLineEnd } from './geometry/line-ends.ts'
export {
  type Box,
  boxAround,
  cornersOf,
  IDENTITY,
  invert,
  type Matrix,
  multiply,
  type Point,
  rounded,
  type Size,
  transform,
  transformVector,
  turnOf,
  union,
} from './geometry/matrix.ts'
export { type Distance, measureBoxes } from './geometry/measure.ts'
export { dragOffset, moveAnchored, nudgeOffset, offsetInside } from './geometry/move.ts'
export { directionOf, HANDLES, type Handle, handlePoint, MIN_SIDE, resizeFrame, withSize } from './geometry/resize.ts'
export { angleOf, rotateFrame, rotateFrames, stepAngle, turnBetween } from './geometry/rotate.ts'
export { lengthFactor, type Scale, scaleFrame, wholeEdges } from './geometry/scale.ts'
export { cornerCountAt, innerRadiusAt, shapeCorner } from './geometry/shape-handles.ts'
export { type Snap, type SnapLine, type SnapOptions, type SnapTargets, snapMove } from './geometry/snap.ts'
export { snapResize } from './geometry/snap-resize.ts'
export { type StackShape, stackShape } from './geometry/stack-shape.ts'
export {
  History,
  type HistoryEntry,
  type HistoryLimits,
  type Moved,
  type Step,
  type StoredHistory,
} from './history/history.ts'
export { compareSides, type MergePart, mergeSides, type Side, type SideChange } from './merge/merge.ts'
export { mergeJson } from './merge/merge-json.ts'
export { type DesignFault, faultOf } from './source/fault.ts'
export {
  layerInSource,
  placeInSource,
  readSource,
  type SourceRead,
  sourceOf,
} from './source/source.ts'
export type { SourceIssue } from './source/source-issue.ts'
