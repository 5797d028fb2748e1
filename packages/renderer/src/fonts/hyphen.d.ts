declare module 'hyphen' {
  export default function createHyphenator(
    patterns: unknown,
    options: { hyphenChar: string; html: boolean },
  ): (text: string) => string
}

declare module 'hyphen/patterns/*' {
  const patterns: unknown
  export default patterns
}
