import { type SectionName, sections } from './presentation.ts'

/** What a kind of layer is about: shown before the others, where that is not its content alone. */
const leading: Readonly<Record<string, readonly SectionName[]>> = {
  text: ['content', 'text', 'fill'],
  'path-text': ['content', 'text', 'fill'],
  svg: ['fill'],
  line: ['look'],
  polygon: ['look'],
  star: ['look'],
  group: ['layout'],
  rating: ['content', 'look'],
  table: ['content', 'header'],
}

/** The sections of a kind of layer, in the order in which they are shown. */
export const sectionsOf = (type: string): readonly SectionName[] => [
  ...new Set([...(leading[type] ?? []), ...sections]),
]
