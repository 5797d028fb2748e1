import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The same files for every peer that takes files. */
export const fontFiles = (
  [
    [400, 'Regular'],
    [600, 'SemiBold'],
    [800, 'ExtraBold'],
  ] as const
).map(([weight, name]) => ({
  weight,
  path: require.resolve(`@expo-google-fonts/inter/${weight}${name}/Inter_${weight}${name}.ttf`),
}))
