/** What the pointer looks like now; it is drawn into the page, because pictures of a page have none. */
export interface Look {
  x: number
  y: number
  isDown: boolean
  /** A key that is pressed, as it is written on keyboards. */
  keys: string
  /** URL of the picture of a file that is dragged into the window. */
  cargo: string
}

declare global {
  var lookOfPointer: ((look: Look) => Promise<void>) | undefined
}

/** Runs in the page, before the product: `lookOfPointer()` draws the pointer, and waits until all is painted. */
export function addPointer(): void {
  const HAND =
    'M8.3 10.2V3.6a1.6 1.6 0 0 1 3.2 0v5.2a1.6 1.6 0 0 1 3 .5 1.6 1.6 0 0 1 3 .6 1.6 1.6 0 0 1 2.9.9v4.4a6.2 6.2 0 0 1-6.2 6.2h-1.4a6 6 0 0 1-4.7-2.3l-4-5.1a1.7 1.7 0 0 1 2.6-2.2z'
  const FIST =
    'M7 11.4V9.6a1.6 1.6 0 0 1 3.1-.5 1.6 1.6 0 0 1 3.1 0 1.6 1.6 0 0 1 3.1.4 1.6 1.6 0 0 1 3 .8v4.9a6.2 6.2 0 0 1-6.2 6.2h-1.2a6.2 6.2 0 0 1-6.2-6.2v-1.6a2.3 2.3 0 0 1 1.3-2.2z'
  const PULL = 'M12 2l4.4 5.2h-3v9.6h3L12 22l-4.4-5.2h3V7.2h-3z'
  const ARROW = 'M5 2.5v16.3l3.9-3.6 2.6 6 2.8-1.2-2.6-5.9 5.3-.4z'
  const BEAM =
    'M8.5 3.2q2.6 0 3.5 1.3.9-1.3 3.5-1.3v1.4q-2.7.1-2.7 1.9v11q0 1.8 2.7 1.9v1.4q-2.6 0-3.5-1.3-.9 1.3-3.5 1.3v-1.4q2.7-.1 2.7-1.9v-11q0-1.8-2.7-1.9z'
  const CROSS = 'M11.2 3h1.6v8.2H21v1.6h-8.2V21h-1.6v-8.2H3v-1.6h8.2z'
  const MOVE =
    'M12 2l3 3.6h-2.1v5.5h5.5V9l3.6 3-3.6 3v-2.1h-5.5v5.5H15L12 22l-3-3.6h2.1v-5.5H5.6V15L2 12l3.6-3v2.1h5.5V5.6H9z'
  /** Of each CSS cursor: the shape, the point of it that points, whether it is white, and how far it is turned. */
  const shapes: Record<string, { d: string; at: [number, number]; isWhite?: boolean; turn?: number }> = {
    default: { d: ARROW, at: [5, 2.5] },
    pointer: { d: HAND, at: [9.9, 2], isWhite: true },
    grab: { d: HAND, at: [12, 12], isWhite: true },
    grabbing: { d: FIST, at: [12, 12], isWhite: true },
    text: { d: BEAM, at: [12, 12] },
    crosshair: { d: CROSS, at: [12, 12] },
    move: { d: MOVE, at: [12, 12] },
    'ns-resize': { d: PULL, at: [12, 12] },
    'nesw-resize': { d: PULL, at: [12, 12], turn: 45 },
    'ew-resize': { d: PULL, at: [12, 12], turn: 90 },
    'nwse-resize': { d: PULL, at: [12, 12], turn: 135 },
  }
  const svg = 'http://www.w3.org/2000/svg'
  const build = () => {
    // A caret that blinks is never still.
    document.documentElement.style.caretColor = 'transparent'
    const layer = document.createElement('div')
    layer.ariaHidden = 'true'
    Object.assign(layer.style, { position: 'fixed', inset: '0', zIndex: '2147483647', pointerEvents: 'none' })
    const ring = document.createElement('div')
    Object.assign(ring.style, {
      ...{ position: 'absolute', width: '34px', height: '34px', margin: '-17px', borderRadius: '50%' },
      ...{ background: 'rgb(99 64 255 / 0.22)', border: '1.5px solid rgb(99 64 255 / 0.65)', boxSizing: 'border-box' },
    })
    const cargo = document.createElement('img')
    Object.assign(cargo.style, {
      ...{ position: 'absolute', width: '112px', margin: '10px 0 0 12px', borderRadius: '6px', opacity: '0.92' },
      ...{ boxShadow: '0 6px 18px rgb(0 0 0 / 0.35)', transform: 'rotate(-3deg)' },
    })
    const keys = document.createElement('div')
    Object.assign(keys.style, {
      ...{ position: 'absolute', bottom: '28px', left: '50%', transform: 'translateX(-50%)', padding: '7px 16px' },
      ...{
        borderRadius: '9px',
        background: 'rgb(23 23 31 / 0.92)',
        color: '#fff',
        font: '600 17px/1.3 Inter, sans-serif',
      },
      ...{ boxShadow: '0 4px 14px rgb(0 0 0 / 0.3)' },
    })
    const icon = document.createElementNS(svg, 'svg')
    icon.setAttribute('viewBox', '0 0 24 24')
    Object.assign(icon.style, { position: 'absolute', width: '26px', height: '26px', overflow: 'visible' })
    icon.style.filter = 'drop-shadow(0 1px 1.5px rgb(0 0 0 / 0.4))'
    const path = document.createElementNS(svg, 'path')
    path.setAttribute('stroke-width', '1.5')
    path.setAttribute('stroke-linejoin', 'round')
    icon.append(path)
    layer.append(ring, cargo, icon, keys)
    document.documentElement.append(layer)
    return { layer, ring, cargo, keys, icon, path }
  }
  let parts: ReturnType<typeof build> | undefined
  const put = (element: HTMLElement | SVGElement, x: number, y: number, isShown = true) =>
    Object.assign(element.style, { left: `${x}px`, top: `${y}px`, display: isShown ? '' : 'none' })

  globalThis.lookOfPointer = async ({ x, y, isDown, keys, cargo }) => {
    parts ??= build()
    const under = document.elementFromPoint(x, y)
    const cursor = under ? getComputedStyle(under).cursor : 'default'
    const shape = shapes[cargo === '' ? cursor : 'default'] ?? shapes.default
    if (!shape) return
    const scale = 26 / 24
    const [atX, atY] = shape.at
    parts.path.setAttribute('d', shape.d)
    parts.path.setAttribute('fill', shape.isWhite ? '#fff' : '#111')
    parts.path.setAttribute('stroke', shape.isWhite ? '#111' : '#fff')
    parts.path.setAttribute('transform', `rotate(${shape.turn ?? 0} 12 12)`)
    put(parts.icon, x - atX * scale, y - atY * scale)
    put(parts.ring, x, y, isDown && cargo === '')
    put(parts.cargo, x, y, cargo !== '')
    if (cargo !== '' && parts.cargo.src !== cargo) {
      parts.cargo.src = cargo
      await parts.cargo.decode()
    }
    parts.keys.textContent = keys
    parts.keys.style.display = keys === '' ? 'none' : ''
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  }
}
