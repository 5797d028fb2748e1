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

/** A block of commands, and what a reader is told that it prints. */
export interface Step {
  command: Block
  exitCode: number
  shown: Block | undefined
}

/** Commands with the answer that stands right behind them. A block that has the name of a file is a program, not a command. */
export function stepsIn(blocks: readonly Block[]): Step[] {
  return blocks.flatMap((command, index) => {
    if (command.language !== 'sh' || /\.\w+$/.test(command.info)) return []
    const next = blocks[index + 1]
    const shown = next?.language === 'json' || next?.language === 'text' ? next : undefined
    return [{ command, exitCode: Number(/exit=(\d+)/.exec(command.info)?.[1] ?? 0), shown }]
  })
}
