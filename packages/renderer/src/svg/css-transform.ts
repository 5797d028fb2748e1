/** What attributes count by: degrees and pixels. */
const units: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360, px: 1 }

/** Longer ones are left out later on. */
const LONGEST = 2000

const ofOneAxis: ReadonlyMap<string, (by: string) => string> = new Map([
  ['translateX', (by) => `translate(${by} 0)`],
  ['translateY', (by) => `translate(0 ${by})`],
  ['scaleX', (by) => `scale(${by} 1)`],
  ['scaleY', (by) => `scale(1 ${by})`],
])

/** A transformation as CSS writes it, as an attribute has to: without units, and with its origin in it. */
export function attributeTransform(css: string, origin = ''): string {
  if (css.length + origin.length > LONGEST) return css
  const plain = withoutUnits(css).replaceAll(/(?<!\w)(\w+)\(\s*([^\s(),]+)\s*\)/g, (call, name: string, by: string) => {
    return ofOneAxis.get(name)?.(by) ?? call
  })
  const [x, y = x, ...rest] = withoutUnits(origin).trim().split(/\s+/)
  const isPoint = rest.length === 0 && [x, y].every((each) => each !== '' && Number.isFinite(Number(each)))
  return isPoint ? `translate(${x} ${y}) ${plain} translate(${-Number(x)} ${-Number(y)})` : plain
}

function withoutUnits(css: string): string {
  return css.replaceAll(
    /(?<![\w.])([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)(deg|grad|rad|turn|px)\b/gi,
    (_, number: string, unit: string) => {
      return String(Number(number) * (units[unit.toLowerCase()] ?? 1))
    },
  )
}
