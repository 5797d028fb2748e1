/** What git says of a commit: its subject, and how many lines it changed in which files. */
export interface Commit {
  hash: string
  subject: string
  changes: readonly { path: string; lines: number }[]
}

const MAX_SUBJECT_CHARACTERS = 72
const MAX_CHANGED_LINES = 1500

const form = /^(bench|build|chore|ci|docs|feat|fix|perf|refactor|style|test)(\([a-z\d-]+\))?: \S/
/** No one reviews these line by line: a program wrote them. */
const generated =
  /(^|\/)package-lock\.json$|^docs\/reference\/|^packages\/python\/pictable\/(types|operations)\.py$|\.snap$/
const mechanical = /\b(moves?|renames?|formats?)\b/

/** `commitsIn()` reads the output of `git log --numstat --format=%x00%H%x00%s`. */
export function commitsIn(log: string): Commit[] {
  const [, ...parts] = log.split('\0')
  return parts.flatMap((hash, at) => {
    if (at % 2 === 1) return []
    const [subject = '', ...lines] = (parts[at + 1] ?? '').split('\n').filter(Boolean)
    const changes = lines.map((line) => {
      const [added, removed, path = ''] = line.split('\t')
      return { path, lines: (Number(added) || 0) + (Number(removed) || 0) }
    })
    return [{ hash, subject, changes }]
  })
}

/** `commitOffences()` says what is wrong with commits, which people review and bisect. */
export function commitOffences(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ hash, subject, changes }) => {
    const changed = changes.filter(({ path }) => !generated.test(path)).reduce((sum, { lines }) => sum + lines, 0)
    const name = `${hash.slice(0, 7)} "${subject}"`
    return [
      ...(form.test(subject) ? [] : [`${name}: write type(scope): verb object`]),
      ...(subject.length <= MAX_SUBJECT_CHARACTERS ? [] : [`${name}: the subject has ${subject.length} characters`]),
      ...(changed <= MAX_CHANGED_LINES || mechanical.test(subject)
        ? []
        : [`${name}: changes ${changed} lines; split it, or say in its subject what it moves or renames`]),
    ]
  })
}
