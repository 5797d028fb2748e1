/** Texts about codes, which are loaded with the first code of a design. */
export const scanning = {
  'scanning.too_dense':
    'Hard to scan: at 300 dpi the code is {width} × {height} mm with bars or squares of {unit} mm. Scanners need {least} mm. Enlarge it or shorten its value.',
  'scanning.too_pale':
    'Hard to scan: at 300 dpi the code is {width} × {height} mm with a contrast of {contrast}:1. Scanners need {least}:1. Choose a darker colour or a lighter background.',
  'scanning.inverted':
    'Hard to scan: at 300 dpi the code is {width} × {height} mm and lighter than its background. Choose a darker colour.',
  'scanning.picture':
    'Perhaps hard to scan: at 300 dpi the code is {width} × {height} mm, and a picture paints it or its background, so its contrast is unknown. Scan a proof, or choose colours.',
} as const
