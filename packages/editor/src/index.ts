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
export { frameOf, isBound } from './document/layer-frame.ts'
export {
  boundsOfFrame,
  type Flip,
  type Frame,
  frameCorners,
  frameMatrix,
  frameOfBox,
  roundedFrame,
  unwrapFrame,
  wrapFrame,
} from './geometry/frame.ts'
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
  union,
} from './geometry/matrix.ts'
