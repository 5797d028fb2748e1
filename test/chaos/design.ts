/** A small card: quick to render, different for every record. */
export const cardDesign = {
  schema: 1,
  name: 'Chaos card',
  width: 320,
  height: 180,
  background: '#10243e',
  layers: [
    { name: 'Band', type: 'rectangle', x: 0, y: 132, width: 320, height: 48, fill: '#e8b44c' },
    {
      name: 'Title',
      type: 'text',
      x: 16,
      y: 16,
      width: 288,
      height: 100,
      text: { bind: 'Name' },
      fontSize: 28,
      fill: '#ffffff',
    },
  ],
}
