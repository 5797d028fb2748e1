declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2'
    readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>
    readonly keepFeatures: readonly string[]
    readonly noHinting: boolean
  }
  export default function subset(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>
}
