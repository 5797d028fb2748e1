/** A day as the address and `<input type="date">` have it: `2025-11-20`, of the person's own calendar. */
export const dayPattern = /^\d{4}-\d\d-\d\d$/

export const spans = ['today', '7d', '30d', 'range'] as const
export type Span = (typeof spans)[number]

const daysOf = { today: 1, '7d': 7, '30d': 30 } as const

/** The first moment of a day, so many days later. */
function startOf(day: Date, laterDays: number): string {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + laterDays).toISOString()
}

function dayOf(text: string): Date | undefined {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  const date = new Date(year, month - 1, day)
  return Number.isNaN(date.getTime()) ? undefined : date
}

interface MadeWhen {
  made?: Span | undefined
  from?: string | undefined
  until?: string | undefined
}

/** What the API is asked for: from the first moment of the first day to the last one of the last, both days included. */
export function momentsOf({ made, from = '', until = '' }: MadeWhen): {
  created_from?: string
  created_until?: string
} {
  if (made === undefined) return {}
  if (made !== 'range') return { created_from: startOf(new Date(), 1 - daysOf[made]) }
  const first = dayOf(from)
  const last = dayOf(until)
  return {
    ...(dayPattern.test(from) && first && { created_from: startOf(first, 0) }),
    ...(dayPattern.test(until) && last && { created_until: startOf(last, 1) }),
  }
}
