declare module 'cli-progress' {
  export class SingleBar {
    constructor(options: { format?: string; hideCursor?: boolean; stream?: NodeJS.WritableStream }, preset?: object)
    start(total: number, startValue: number, payload?: object): void
    update(current: number, payload?: object): void
    setTotal(total: number): void
    stop(): void
  }
  export const Presets: { readonly shades_classic: object }
}
