// Every kind of layer: one more is one file and one line here.
export { ellipse } from './ellipse.ts'
export { image } from './image.ts'
export { rectangle } from './rectangle.ts'
export { svg } from './svg.ts'
export { text } from './text.ts'
