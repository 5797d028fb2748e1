declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next UAX 14 break opportunity; null after the end of the text. */
    nextBreak(): { position: number; required: boolean } | null
  }
}
