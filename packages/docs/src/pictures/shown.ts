/** A picture of the documentation, and what it shows. */
export interface Shown {
  /** From the root of the repository. */
  path: string
  /** The script that makes it, with its arguments. */
  made: readonly [script: string, ...args: string[]]
  /** Files that it shows, by what they are to a reader. */
  shows: Readonly<Record<string, readonly string[]>>
}

const pixels = { 'the pixels of the renderer': ['packages/renderer/src/template/output-revision.ts'] }
const controls = {
  'the controls of the dashboard': ['packages/dashboard/src/{styles.css,ui/**/*.tsx}'],
  'the scripts of recordings': ['docs/make-recordings/{film,fonts,hand,pointer,shop,stage}.ts'],
}
const sample = {
  'the sample': [
    'examples/products.csv',
    'examples/photos/*.jpg',
    'examples/templates/{social-card,square-product,story}.json',
  ],
}
const editor = {
  ...{ ...pixels, ...controls, ...sample },
  'the editor': ['packages/dashboard/src/screens/editor/**/*.{ts,tsx}'],
  'the texts of the editor': [
    'packages/dashboard/src/strings/en/{data,editing,editor,inspector,property-titles,sheet}.ts',
  ],
}

const film = (name: string, more: Shown['shows'] = {}): Shown => ({
  path: `docs/recordings/${name}.webp`,
  made: ['docs/make-recordings.ts', '--only', name],
  shows: { ...editor, 'the scenes': ['docs/make-recordings/scenes.ts'], ...more },
})

/** Every picture of the documentation. */
export const shown: readonly Shown[] = [
  {
    path: 'docs/sample.jpg',
    made: ['docs/make-sample.ts'],
    shows: { ...pixels, ...sample, 'its script': ['docs/make-sample.ts'] },
  },
  {
    path: 'docs/gallery.jpg',
    made: ['docs/make-gallery.ts'],
    shows: {
      ...pixels,
      'the examples': ['examples/{starters.json,products.csv}', 'examples/{data,photos,pictures,templates}/*.*'],
      'its script': ['docs/make-gallery.ts'],
    },
  },
  {
    path: 'docs/dashboard.webp',
    made: ['docs/make-recordings.ts', '--only', 'dashboard'],
    shows: {
      ...{ ...pixels, ...controls, ...sample },
      'the start page': ['packages/dashboard/src/{screens/home,frame,parts/images,parts/runs}/**/*.tsx'],
      'the texts of the start page': [
        'packages/dashboard/src/strings/en/{first-steps,frame,home,images,pages,runs}.ts',
      ],
      'the stills': ['docs/make-recordings/stills.ts'],
    },
  },
  {
    path: 'docs/editor.webp',
    made: ['docs/make-recordings.ts', '--only', 'editor'],
    shows: { ...editor, 'the stills': ['docs/make-recordings/stills.ts'] },
  },
  {
    path: 'docs/form.webp',
    made: ['docs/make-recordings.ts', '--only', 'form'],
    shows: {
      ...{ ...pixels, ...sample },
      'the page of a form': ['packages/dashboard/form-page/*', 'packages/server/src/http/answers/form-page.ts'],
      'the stills': ['docs/make-recordings/stills.ts'],
    },
  },
  film('start', {
    'the page of templates': ['packages/dashboard/src/{screens,parts}/templates/**/*.tsx'],
    'its texts': ['packages/dashboard/src/strings/en/{new-template,templates}.ts'],
  }),
  film('align'),
  film('fields'),
  film('fit'),
  film('publish', { versions: ['packages/dashboard/src/{parts/versions/**/*.tsx,strings/en/versions.ts}'] }),
  film('text'),
]
