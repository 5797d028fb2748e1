declare module 'bidi-js/dist/bidi.mjs' {
  export default function createBidi(): {
    /** UAX 9 levels, one per UTF-16 unit. */
    getEmbeddingLevels(
      text: string,
      direction: 'ltr' | 'rtl' | 'auto',
    ): { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
    getBidiCharTypeName(character: string): string
  }
}
