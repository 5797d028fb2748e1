import { type CaretLine, caretLines, type ShownText, type WrittenText } from '@pictable/editor/text'
import type { LaidOut } from '@pictable/renderer/browser'
import { textLayout, withoutCuts } from '@pictable/renderer/browser'
import type { EditedText, Frame } from '#dashboard/screens/editor/engine/engine.ts'

interface Drawing {
  readonly name: string
  readonly path: readonly number[]
  readonly text: WrittenText
  readonly shown: ShownText
}

/** A text as the canvas draws it while it is typed into. */
export class DrawnText implements EditedText {
  readonly name: string
  readonly path: readonly number[]
  readonly text: WrittenText
  readonly shown: ShownText
  #lines: { readonly laidOut: LaidOut; readonly lines: readonly CaretLine[] } | undefined

  constructor({ name, path, text, shown }: Drawing) {
    this.name = name
    this.path = path
    this.text = text
    this.shown = shown
  }

  get filled(): string {
    return this.shown.shown
  }

  finish(laidOut: LaidOut): LaidOut {
    return withoutCuts(laidOut, this.path)
  }

  /** Its lines in a picture of it. */
  lines(laidOut: LaidOut): readonly CaretLine[] {
    if (this.#lines?.laidOut !== laidOut) {
      const geometry = textLayout(laidOut, this.path)
      this.#lines = { laidOut, lines: geometry ? caretLines(geometry, this.shown) : [] }
    }
    return this.#lines.lines
  }
}

/** The text that a frame shows as it is typed into. */
export function drawnIn(frame: Frame | null): { drawn: DrawnText; lines: readonly CaretLine[] } | undefined {
  const { edited, laidOut } = frame ?? {}
  return edited instanceof DrawnText && laidOut ? { drawn: edited, lines: edited.lines(laidOut) } : undefined
}
