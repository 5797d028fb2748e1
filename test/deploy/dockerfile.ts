/** An instruction of a Dockerfile, its lines joined. */
export interface Instruction {
  word: string
  text: string
}

/** What one FROM begins. */
export interface Stage {
  from: string
  name: string
  instructions: Instruction[]
}

/** Parts a Dockerfile into its stages; the last one is the image. */
export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, word = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    const [, from = '', name = ''] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? []
    if (word === 'FROM') stages.push({ from, name, instructions: [] })
    else stages.at(-1)?.instructions.push({ word, text })
  }
  return stages
}

/** What COPY names. */
export function copyOf(text: string): { stage: string | null; sources: string[]; target: string } {
  const words = text.split(/\s+/)
  const stage = words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? null
  const paths = words.filter((word) => !word.startsWith('--'))
  return { stage, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

const isPinned = (from: string) => /@sha256:[0-9a-f]{64}$/.test(from) || /:\d+\.\d+[\w.-]*$/.test(from)

/** What no stage may do, by its instruction. */
const refused: readonly { word: RegExp; text: RegExp; because: string }[] = [
  { word: /^ADD$/, text: /^/, because: 'fetches and unpacks: use COPY' },
  { word: /^RUN$/, text: /\b(curl|wget|sudo|apt-get|apk|npm (i|install))\b/, because: 'is not repeatable' },
  { word: /^COPY$/, text: /^\.\s/, because: 'takes whatever happens to lie there' },
  { word: /^(ENV|ARG)$/, text: /(password|secret|token|_key)\b\s*=/i, because: 'holds a secret' },
]

function offences({ word, text }: Instruction): string[] {
  return refused
    .filter((rule) => rule.word.test(word) && rule.text.test(text))
    .map(({ because }) => `${word} ${text} ${because}`)
}

const wanted = ['HEALTHCHECK', 'ENTRYPOINT', 'EXPOSE', 'VOLUME', 'STOPSIGNAL']

/** What is wrong with a Dockerfile, for an image that others are to trust. */
export function lint(dockerfile: string): string[] {
  const stages = stagesOf(dockerfile)
  const names = stages.map(({ name }) => name)
  const image = stages.at(-1)?.instructions ?? []
  const last = (word: string) => image.findLast((one) => one.word === word)?.text
  const user = last('USER') ?? 'root'
  return [
    ...stages.filter(({ from }) => !names.includes(from) && !isPinned(from)).map(({ from }) => `${from} is not pinned`),
    ...stages.flatMap(({ instructions }) => instructions.flatMap(offences)),
    ...(/^[1-9]\d*:[1-9]\d*$/.test(user) ? [] : [`runs as ${user}: name a user by a number, which can be checked`]),
    ...wanted.filter((word) => last(word) === undefined).map((word) => `has no ${word}`),
    ...(last('ENTRYPOINT')?.startsWith('[') ? [] : ['ENTRYPOINT is a shell, which passes no signals on']),
  ]
}
