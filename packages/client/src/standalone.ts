/** All of the package as one file without imports, for pages and workers that no bundler builds: `release/stage-library.ts` makes it. */
export * from './index.ts'
