const maybeEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u
const isEmoji = /^(?!.*\uFE0E)(?:\p{Emoji_Presentation}|.*(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}])|\p{Regional_Indicator})/u
let graphemes: Intl.Segmenter | undefined

/** Cuts text where emoji begin and end: text fonts have plain forms of some, which would win otherwise. */
export function splitEmoji(text: string): { text: string; emoji: boolean }[] {
  if (!maybeEmoji.test(text)) return [{ text, emoji: false }]
  graphemes ??= new Intl.Segmenter('en')
  const parts: { text: string; emoji: boolean }[] = []
  for (const { segment } of graphemes.segment(text)) {
    const emoji = isEmoji.test(segment)
    const last = parts.at(-1)
    if (last?.emoji === emoji) last.text += segment
    else parts.push({ text: segment, emoji })
  }
  return parts
}
