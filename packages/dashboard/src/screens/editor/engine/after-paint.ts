/** A page that is hidden draws no frames. */
const LATEST_MS = 100

/** Calls `act` once the next frame is on its way to the screen. @returns what calls it off */
export function afterPaint(act: () => void): () => void {
  const end = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const done = () => {
    end()
    act()
  }
  let timer = setTimeout(done, LATEST_MS)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(done)
  })
  return end
}
