const ofLayer = /^(?:layer|the image in layer) "([^"]*)":? /

/** What the renderer says about a layer: its name, and the rest as a sentence. */
export function reportLine(text: string): { layer: string | null; words: string } {
  const [start, layer = null] = ofLayer.exec(text) ?? ['']
  const words = text.slice(start.length)
  return { layer, words: words.charAt(0).toUpperCase() + words.slice(1) }
}
