import sharp from 'sharp'

/** How far pixels are from each other, by the channel that differs most. */
export async function compare(one: Buffer, other: Buffer): Promise<{ mean: number; p95: number }> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).ensureAlpha().raw().toBuffer()))
  if (!a || a.length !== b?.length) throw new Error('the pictures have different sizes')
  const counts = new Uint32Array(256)
  for (let at = 0; at < a.length; at += 4) {
    let most = 0
    for (let channel = at; channel < at + 4; channel++)
      most = Math.max(most, Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)))
    counts[most] = (counts[most] ?? 0) + 1
  }
  const pixels = a.length / 4
  let [sum, seen, p95] = [0, 0, 0]
  for (const [value, count] of counts.entries()) {
    if (seen < pixels * 0.95) p95 = value
    seen += count
    sum += value * count
  }
  return { mean: sum / pixels, p95 }
}
