const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const httpDate = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/

/** Milliseconds until the HTTP date (IMF-fixdate); null for anything else. */
function untilDate(text: string, now: Date): number | null {
  const [, day = '', month = '', year = '', ...clock] = httpDate.exec(text) ?? []
  const monthIndex = months.indexOf(month)
  if (monthIndex < 0) return null
  const [hours = 0, minutes = 0, seconds = 0] = clock.map(Number)
  return Date.UTC(Number(year), monthIndex, Number(day), hours, minutes, seconds) - now.getTime()
}

/** How long `Retry-After` asks to wait, in seconds or until a date; 0 when it says nothing that can be understood. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  return Math.max(0, untilDate(text, now) || 0)
}
