/** In the order in which they claim to be each other. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** "Firefox · Linux" of what a browser calls itself; whatever it says where that is none of the known. */
export function browserName(userAgent: string): string {
  const found = [browsers, systems].flatMap((known) => known.find(([sign]) => userAgent.includes(sign))?.[1] ?? [])
  return found.join(' · ') || userAgent || '–'
}
