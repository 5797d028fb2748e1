/** One page of the navigation: a file of the repository. */
export interface Entry {
  /** Markdown file, from the root of the repository. */
  path: string
  /** Short, for the sidebar. */
  title: string
  /** One line that says what it is for. */
  summary: string
  /** Words that readers may search by, and that the page itself does not use. */
  words?: string | undefined
}

/** A task of readers, and the pages that help with it, in the order in which they are read. */
export interface Section {
  title: string
  summary: string
  pages: readonly Entry[]
}

export interface Navigation {
  /** What most readers come for. */
  tasks: readonly Entry[]
  sections: readonly Section[]
}
