import type { Paint } from '#renderer/properties/paint.ts'
import type { Direction, TextAlign, TextFit, VerticalAlign } from '#renderer/text/types.ts'

/** What a text layer says, with its values. */
export interface TextProperties {
  readonly width: number
  readonly height: number
  readonly text: string
  readonly markup: boolean
  readonly fontFamily: string | string[]
  readonly fontSize: number
  readonly fontWeight: number
  readonly fontStyle: 'normal' | 'italic'
  readonly fontVariations: Readonly<Record<string, number>>
  readonly fill: Paint
  readonly stroke?: { readonly color: Paint; readonly width: number; readonly dash?: number[] | undefined } | undefined
  readonly highlight?: string | undefined
  readonly decoration: 'none' | 'underline' | 'line-through'
  readonly fit: TextFit['mode']
  readonly minFontSize: number
  readonly maxFontSize?: number | undefined
  readonly maxLines?: number | undefined
  readonly ellipsis: string
  readonly wrap: 'word' | 'anywhere' | 'none'
  readonly hyphenate: boolean
  readonly balance: boolean
  readonly align: TextAlign
  readonly verticalAlign: VerticalAlign
  readonly lineHeight: number
  readonly letterSpacing: number
  readonly wordSpacing: number
  readonly direction: 'auto' | Direction
  readonly language?: string | undefined
}
