import { masked } from '#core/secret-mask.ts'

/** A receiver's URL for those who may only read: on many hosts the path is the credential. */
export function maskedUrl(url: string): string {
  // Recipients are no credentials.
  if (url.startsWith('mailto:')) return url
  const { origin, pathname, search } = new URL(url)
  const rest = `${pathname}${search}`.slice(1)
  return rest === '' ? url : `${origin}/${masked(rest)}`
}

export function isMaskedUrl(url: string): boolean {
  return (
    !url.startsWith('mailto:') &&
    URL.canParse(url) &&
    /^\/\*\*\*.{0,4}$/.test(`${new URL(url).pathname}${new URL(url).search}`)
  )
}

/** Parts of a URL that look like credentials, for receivers that repeat it: the whole path, and long or mixed words of it. */
export function urlSecrets(url: string): string[] {
  if (url.startsWith('mailto:')) return []
  const { pathname, search, searchParams } = new URL(url)
  const words = [...pathname.split('/'), ...searchParams.values()]
  const credentials = words.filter((word) => word.length >= 20 || (word.length >= 8 && /\d/.test(word)))
  const whole = `${pathname}${search}`
  return whole.length < 8 ? credentials : [whole, ...credentials]
}
