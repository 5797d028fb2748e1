const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ZONES: Readonly<Record<string, string>> = {
  ...{ GMT: 'Z', UT: 'Z', UTC: 'Z', Z: 'Z' },
  ...{ EST: '-05:00', EDT: '-04:00', CST: '-06:00', CDT: '-05:00' },
  ...{ MST: '-07:00', MDT: '-06:00', PST: '-08:00', PDT: '-07:00' },
}

const FORM =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun), ?)?(?<day>\d{1,2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}(?::\d{2})?) (?<zone>[a-z]{1,3}|[+-]\d{4})$/i

/** A date as emails and RSS have it, such as `Tue, 25 Nov 2025 10:00:00 GMT` (RFC 5322), in the form of ISO 8601; null for any other text. */
export function isoOfEmailDate(text: string): string | null {
  const { day = '', month = '', year, time, zone = '' } = FORM.exec(text)?.groups ?? {}
  const number = MONTHS.indexOf(month.toLowerCase()) + 1
  const offset = /^[+-]/.test(zone) ? zone : Object.hasOwn(ZONES, zone.toUpperCase()) && ZONES[zone.toUpperCase()]
  if (number === 0 || !offset) return null
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}T${time}${offset}`
}
