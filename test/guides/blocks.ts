import { globSync } from 'node:fs'
import { join } from 'node:path'

/** Of the repository, by their paths; the pages of docs/reference are generated. */
export const guidePages: readonly string[] = globSync('{README.md,docs/guides/*.md,examples/**/*.md}', {
  cwd: join(import.meta.dirname, '..', '..'),
}).sort()

/** A block of code in a guide. */
export interface Block {
  language: string
  /** What follows the language: `exit=1`. */
  info: string
  code: string
  line: number
}

/** The blocks of a page, in order; those in a list are indented as it is. */
export function blocksIn(markdown: string): Block[] {
  return [...markdown.matchAll(/^( *)```(\w+)[ \t]*(.*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = '', language = '', info = '', code = ''] = match
    const line = markdown.slice(0, match.index).split('\n').length + 1
    return { language, info, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), line }
  })
}

/** Of an info string such as `exit=1`. */
function wordOf({ info }: Block, key: string): string | undefined {
  return new RegExp(`(?:^| )${key}=(\\S+)`).exec(info)?.[1]
}

/** The name of what an example in JSON fits: an endpoint, whose body it is. */
export const bodyOf = (block: Block): string | undefined => wordOf(block, 'body')

/** Whether it is a program in a file of that name, which has a test of its own. */
export const isProgram = ({ info }: Block): boolean => /\.\w+$/.test(info)

/** What its commands need that not every machine has: they are not among the steps of their page. */
export const needOf = (block: Block): string | undefined => wordOf(block, 'needs')

/** A block of commands, and what a reader is told that it prints. */
export interface Step {
  command: Block
  exitCode: number
  /** It goes on until it is ended: the next step comes once it has printed this. */
  until?: string | undefined
  shown: Block | undefined
  /** Whether an answer says that the command is wrong; default: any problem that the server answers. */
  isRefused?(answer: string): boolean
}

/** The commands that need this, or nothing, with the answers that stand right behind them. */
export function stepsIn(blocks: readonly Block[], need?: string): Step[] {
  return blocks.flatMap((command, index) => {
    if (command.language !== 'sh' || isProgram(command) || needOf(command) !== need) return []
    const until = wordOf(command, 'until')
    const next = blocks[index + 1]
    const isAnswer =
      (next?.language === 'text' && next.info !== 'printed') ||
      (next?.language === 'json' && bodyOf(next) === undefined)
    const shown = isAnswer && until === undefined ? next : undefined
    return [{ command, exitCode: Number(wordOf(command, 'exit') ?? 0), until, shown }]
  })
}
