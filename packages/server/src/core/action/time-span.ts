/** A day, or an instant as the millisecond that it begins: from `startMs` up to `endMs` (excluded). */
export interface TimeSpan {
  startMs: number
  endMs: number
}

const dayMs = 86_400_000

const isDate = /^\d{4}-\d{2}-\d{2}$/
const isDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i
const fromToday = /^today(?:\s*([+-])\s*(\d{1,5}))?$/i

/** The time that a text names: `2026-12-31`, `2026-12-31T18:00:00Z`, `today`, `today+7`, `today-30`; days are those of UTC. */
export function spanOf(text: string, now: Date): TimeSpan | null {
  const [relative, sign, days = '0'] = fromToday.exec(text.trim()) ?? []
  if (relative !== undefined) {
    const today = Math.floor(now.getTime() / dayMs)
    const startMs = (today + Number(`${sign ?? '+'}${days}`)) * dayMs
    return { startMs, endMs: startMs + dayMs }
  }
  const startMs = isDate.test(text) || isDateTime.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(startMs)) return null
  // 2026-02-30 is read as a day of March
  if (isDate.test(text) && !new Date(startMs).toISOString().startsWith(text)) return null
  return { startMs, endMs: startMs + (isDate.test(text) ? dayMs : 1) }
}
