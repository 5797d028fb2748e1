const gradient = {
  type: 'linear',
  angle: 30,
  stops: [
    { color: '#f6b26b', offset: 0 },
    { color: '#d5436b', offset: 1 },
  ],
}

const kinds = [
  { type: 'text', text: 'Stoneware teapot, holds a litre', fontSize: 20, fontWeight: 600 },
  { type: 'rectangle', fill: '#2f6fed', radius: 12 },
  { type: 'text', text: '€ 24.50', fontSize: 28, fontWeight: 800, fill: '#b3261e' },
  { type: 'ellipse', fill: '#e8c547' },
  { type: 'rectangle', fill: gradient, opacity: 0.8, rotation: 8 },
  { type: 'text', text: 'Glazed by hand, safe for the dishwasher and the oven.', fontSize: 14 },
  { type: 'star', points: 5, fill: '#7b61ff' },
  { type: 'qr-code', value: 'https://example.com/teapot' },
]

/** Where the middle of layer `n` of a crowded design is, in pixels of the page. */
export function middleOf(n: number, count: number): readonly [x: number, y: number] {
  const { x, y, width, height } = boxOf(n, count)
  return [x + width / 2, y + height / 2]
}

function boxOf(n: number, count: number) {
  const columns = Math.ceil(Math.sqrt(count))
  const step = Math.floor(1040 / columns)
  const place = { x: 20 + (n % columns) * step, y: 20 + Math.floor(n / columns) * step }
  return { ...place, width: Math.round(step * 0.8), height: Math.round(step * 0.7) }
}

/** A square page, full of that many layers of several kinds; with `isBound`, records fill the texts of one kind. */
export function crowdedDesign(count: number, { isBound = false } = {}): object {
  const layers = Array.from({ length: count }, (_, n) => ({
    name: `Layer ${n}`,
    ...boxOf(n, count),
    ...kinds[n % kinds.length],
    ...(isBound && n % kinds.length === 0 && { text: { bind: 'Name' } }),
  }))
  return { schema: 1, name: `${count} layers`, width: 1080, height: 1080, background: '#f4f1ea', layers }
}
