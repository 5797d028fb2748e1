import { darker, lighter, linear, metal, type Product, radial, turned } from './studio.ts'

const strap = '#8a4a2b'

function marks(): string {
  return Array.from({ length: 60 }, (_, n) => {
    const long = n % 5 === 0
    const [from, width] = long ? [146, 9] : [162, 3]
    return `<path d="M0 ${-from} V-172" transform="rotate(${n * 6})" stroke="${long ? '#fff6dd' : '#cfd6e2'}" stroke-width="${width}"/>`
  }).join('')
}

const watch: Product = {
  file: 'watch.jpg',
  backdrop: '#9fb4cf',
  stands: [{ x: 600, halfWidth: 150 }],
  defs: `${turned('strap', strap)}${metal('case', '#b9c0c8', [0, 0, 1, 1])}${metal('bezel', '#8d959f', [1, 0, 0, 1])}
${radial(
  'dial',
  [0.36, 0.3, 0.85],
  [
    [0, '#3a5f9c'],
    [0.5, '#1c3566'],
    [1, '#0a1733'],
  ],
)}
${linear(
  'glare',
  [0, 0, 1, 1],
  [
    [0, '#ffffff', 0.55],
    [0.5, '#ffffff', 0.06],
    [1, '#ffffff', 0],
  ],
)}${metal('crown', '#aab2bb', [0, 0, 0, 1])}`,
  art: `
<path d="M500 420 L520 170 C524 140 676 140 680 170 L700 420 Z" fill="url(#strap)"/>
<path d="M500 700 L524 905 C528 940 672 940 676 905 L700 700 Z" fill="url(#strap)"/>
<g fill="none" stroke="#f3d9b8" stroke-opacity="0.75" stroke-width="4" stroke-dasharray="13 9"><path d="M523 410 L540 172"/><path d="M677 410 L660 172"/><path d="M523 720 L546 908"/><path d="M677 720 L654 908"/></g>
<g fill="#2a120a" opacity="0.7"><ellipse cx="600" cy="790" rx="9" ry="12"/><ellipse cx="600" cy="835" rx="9" ry="12"/><ellipse cx="600" cy="880" rx="9" ry="12"/></g>
<rect x="806" y="528" width="42" height="64" rx="10" fill="url(#crown)"/>
<g stroke="#2c3138" stroke-opacity="0.6" stroke-width="3">${Array.from({ length: 7 }, (_, n) => `<path d="M812 ${537 + n * 8} h34"/>`).join('')}</g>
<path d="M470 400 L530 360 H670 L730 400 L700 470 H500 Z M470 720 L530 760 H670 L730 720 L700 650 H500 Z" fill="url(#case)"/>
<circle cx="600" cy="572" r="226" fill="#06080d" opacity="0.45" filter="url(#soft14)"/>
<circle cx="600" cy="560" r="224" fill="url(#case)"/>
<circle cx="600" cy="560" r="200" fill="url(#bezel)"/>
<circle cx="600" cy="560" r="184" fill="url(#dial)"/>
<circle cx="600" cy="560" r="184" fill="none" stroke="#000" stroke-opacity="0.55" stroke-width="12" filter="url(#soft6)"/>
<g transform="translate(600 560)">${marks()}
<g fill="none" stroke="#9fb3d9" stroke-opacity="0.6"><circle cx="0" cy="74" r="44" stroke-width="3"/><path d="M0 74 V40" stroke="#ff7a4d" stroke-width="5" stroke-linecap="round" stroke-opacity="1"/></g>
<g filter="url(#soft3)" opacity="0.5"><path d="M4 8 L-76 -66" stroke="#000" stroke-width="15" stroke-linecap="round"/><path d="M4 8 L84 -106" stroke="#000" stroke-width="11" stroke-linecap="round"/></g>
<path d="M0 0 L-80 -74" stroke="#fff8e6" stroke-width="15" stroke-linecap="round"/><path d="M0 0 L80 -114" stroke="#fff8e6" stroke-width="11" stroke-linecap="round"/>
<path d="M-22 30 L96 -132" stroke="#ff7a4d" stroke-width="4" transform="rotate(100)"/><circle r="13" fill="#ff7a4d"/><circle r="5" fill="#fff"/></g>
<path d="M445 470 A184 184 0 0 1 700 408 C600 440 520 520 470 640 A184 184 0 0 1 445 470 Z" fill="url(#glare)"/>`,
}

const knit = '#f2f0ec'

const sneaker: Product = {
  file: 'sneaker.jpg',
  backdrop: '#ff9d7d',
  stands: [{ x: 610, halfWidth: 400 }],
  defs: `${linear(
    'upper',
    [0.2, 0, 0.5, 1],
    [
      [0, '#ffffff'],
      [0.5, knit],
      [1, '#b7b2b6'],
    ],
  )}
${linear(
  'heel',
  [0, 0, 1, 1],
  [
    [0, '#4c5bd4'],
    [0.5, '#3340a8'],
    [1, '#1d2566'],
  ],
)}
${linear(
  'toe',
  [0, 0, 0, 1],
  [
    [0, '#5b6ae0'],
    [1, '#28328c'],
  ],
)}
${linear(
  'sole',
  [0, 0, 0, 1],
  [
    [0, '#ffffff'],
    [0.55, '#e9e5e2'],
    [1, '#a39ea3'],
  ],
)}
${linear(
  'tread',
  [0, 0, 0, 1],
  [
    [0, '#ff7a45'],
    [1, '#b5401c'],
  ],
)}
${linear(
  'stripe',
  [0, 0, 1, 0],
  [
    [0, '#ff5a36'],
    [1, '#ffb03a'],
  ],
)}
<clipPath id="shoe"><path d="M238 470 C262 440 330 436 372 452 C392 496 440 520 486 500 C520 486 548 450 574 424 C600 412 640 430 664 462 C720 540 800 600 900 640 C980 668 1020 710 1024 770 C1026 810 1000 830 960 830 H250 C214 830 204 800 206 760 C212 660 244 560 238 470 Z"/></clipPath>`,
  art: `
<path d="M300 440 C330 410 420 400 500 404 C540 408 566 420 580 440 C540 500 470 530 400 500 Z" fill="#4a4750"/>
<path d="M238 470 C262 440 330 436 372 452 C392 496 440 520 486 500 C520 486 548 450 574 424 C600 412 640 430 664 462 C720 540 800 600 900 640 C980 668 1020 710 1024 770 C1026 810 1000 830 960 830 H250 C214 830 204 800 206 760 C212 660 244 560 238 470 Z" fill="url(#upper)"/>
<g clip-path="url(#shoe)">
<path d="M190 440 H380 C360 560 370 640 330 700 C300 750 250 770 190 770 Z" fill="url(#heel)"/>
<path d="M1060 640 C940 640 850 700 810 830 H1060 Z" fill="url(#toe)"/>
<path d="M330 790 C500 780 640 660 690 520 L760 575 C700 720 560 830 380 840 Z" fill="url(#stripe)"/>
<g stroke="#9a949c" stroke-opacity="0.35" stroke-width="3" stroke-dasharray="2 9" stroke-linecap="round">${Array.from({ length: 9 }, (_, n) => `<path d="M${430 + n * 26} ${520 + n * 6} l150 190"/>`).join('')}</g>
<path d="M180 810 H1060 V850 H180 Z" fill="#1b1626" opacity="0.5" filter="url(#soft14)"/>
<path d="M230 480 C300 560 300 660 250 780" fill="none" stroke="#fff" stroke-opacity="0.3" stroke-width="22" filter="url(#soft14)"/>
<path d="M690 520 C780 600 860 640 960 680" fill="none" stroke="#fff" stroke-opacity="0.9" stroke-width="22" filter="url(#soft14)"/>
</g>
<g stroke-linecap="round"><g stroke="#6c6670" stroke-opacity="0.5" stroke-width="22" filter="url(#soft3)">${[0, 1, 2, 3].map((n) => `<path d="M${508 + n * 58} ${548 + n * 36} L${590 + n * 52} ${486 + n * 40}"/>`).join('')}</g>
<g stroke="#ff5a36" stroke-width="19">${[0, 1, 2, 3].map((n) => `<path d="M${506 + n * 58} ${542 + n * 36} L${588 + n * 52} ${480 + n * 40}"/>`).join('')}</g></g>
<path d="M238 470 C210 440 214 410 240 400 C262 396 280 420 290 446 Z" fill="url(#heel)"/>
<path d="M196 800 C190 860 214 890 270 892 L960 892 C1030 892 1056 850 1048 806 C1040 780 1010 800 960 806 H290 C250 806 220 776 196 800 Z" fill="url(#sole)"/>
<path d="M214 860 H1044 C1030 900 1000 930 950 930 H880 l-16 -16 l-26 16 h-60 l-16 -16 l-26 16 h-60 l-16 -16 l-26 16 h-60 l-16 -16 l-26 16 h-60 l-16 -16 l-26 16 h-70 C270 930 224 905 214 860 Z" fill="url(#tread)"/>
<path d="M216 850 C420 838 820 838 1040 850" fill="none" stroke="#8f8990" stroke-opacity="0.5" stroke-width="4"/>`,
}

const leather = '#a5562a'

const bag: Product = {
  file: 'bag.jpg',
  backdrop: '#b9cf9a',
  stands: [{ x: 600, halfWidth: 280 }],
  defs: `${linear(
    'hide',
    [0, 0, 1, 0.25],
    [
      [0, darker(leather, 0.28)],
      [0.18, lighter(leather, 0.22)],
      [0.34, lighter(leather, 0.1)],
      [0.7, darker(leather, 0.16)],
      [1, darker(leather, 0.5)],
    ],
  )}
${linear(
  'flap',
  [0.1, 0, 0.7, 1],
  [
    [0, lighter(leather, 0.36)],
    [0.4, leather],
    [1, darker(leather, 0.34)],
  ],
)}${metal('brass', '#d9a441', [0, 0, 1, 1])}${turned('band', darker(leather, 0.22))}`,
  art: `
<path d="M430 480 C430 200 770 200 770 480" fill="none" stroke="${darker(leather, 0.62)}" stroke-width="44"/>
<path d="M430 480 C430 200 770 200 770 480" fill="none" stroke="url(#hide)" stroke-width="34"/>
<path d="M432 470 C440 226 752 218 766 440" fill="none" stroke="#ffdcb8" stroke-opacity="0.45" stroke-width="6" filter="url(#soft3)"/>
<path d="M330 470 H870 C886 470 894 480 896 494 L926 880 C928 912 910 930 884 930 H316 C290 930 272 912 274 880 L304 494 C306 480 314 470 330 470 Z" fill="url(#hide)"/>
<path d="M276 870 H924 C926 910 910 930 884 930 H316 C290 930 274 910 276 870 Z" fill="#1e0a03" opacity="0.4" filter="url(#soft14)"/>
<path d="M306 706 C420 760 780 760 894 706 L890 740 C780 796 420 796 310 740 Z" fill="#1e0a03" opacity="0.5" filter="url(#soft14)"/>
<path d="M322 462 H878 C894 462 902 474 903 488 L914 640 C914 664 904 678 884 688 C780 738 420 738 316 688 C296 678 286 664 286 640 L297 488 C298 474 306 462 322 462 Z" fill="url(#flap)"/>
<path d="M330 486 H870 C876 486 880 490 880 498 L890 636 C890 650 884 658 870 664 C776 708 424 708 330 664 C316 658 310 650 310 636 L320 498 C320 490 324 486 330 486 Z" fill="none" stroke="#ffe0bd" stroke-opacity="0.75" stroke-width="4" stroke-dasharray="14 10"/>
<path d="M340 500 C420 480 560 520 560 600 C520 660 380 660 330 620 Z" fill="#fff" opacity="0.16" filter="url(#soft14)"/>
<path d="M560 640 H640 V800 C640 824 560 824 560 800 Z" fill="url(#band)"/>
<path d="M572 650 V800 M628 650 V800" stroke="#ffe0bd" stroke-opacity="0.7" stroke-width="3" stroke-dasharray="10 8"/>
<rect x="536" y="690" width="128" height="74" rx="16" fill="#1e0a03" opacity="0.5" filter="url(#soft6)"/>
<rect x="536" y="682" width="128" height="74" rx="16" fill="none" stroke="url(#brass)" stroke-width="18"/>
<rect x="592" y="678" width="16" height="84" rx="8" fill="url(#brass)"/>
<circle cx="430" cy="486" r="24" fill="url(#brass)"/><circle cx="770" cy="486" r="24" fill="url(#brass)"/><circle cx="424" cy="479" r="7" fill="#fff6d8"/><circle cx="764" cy="479" r="7" fill="#fff6d8"/>`,
}

const shell = '#2b2d35'

const headphones: Product = {
  file: 'headphones.jpg',
  backdrop: '#f58fb0',
  stands: [
    { x: 330, halfWidth: 110 },
    { x: 870, halfWidth: 110 },
  ],
  defs: `${linear(
    'arch',
    [0, 0, 1, 0],
    [
      [0, darker(shell, 0.4)],
      [0.3, lighter(shell, 0.5)],
      [0.5, lighter(shell, 0.18)],
      [1, darker(shell, 0.5)],
    ],
  )}
${turned('left', shell)}${turned('right', shell)}${metal('arm', '#c8ccd4', [0, 0, 1, 0])}
${linear(
  'cushion',
  [0, 0, 1, 0],
  [
    [0, '#16171c'],
    [0.4, '#4a4d58'],
    [1, '#101116'],
  ],
)}
${radial(
  'plate',
  [0.35, 0.28, 0.85],
  [
    [0, '#ffe9c9'],
    [0.45, '#e7b878'],
    [1, '#8a5a2c'],
  ],
)}`,
  art: `
<path d="M292 640 C270 160 930 160 908 640" fill="none" stroke="#0d0e12" stroke-width="62"/>
<path d="M292 640 C270 160 930 160 908 640" fill="none" stroke="url(#arch)" stroke-width="52"/>
<path d="M352 470 C380 250 820 250 848 470" fill="none" stroke="#0d0e12" stroke-width="34"/>
<path d="M352 470 C380 262 820 262 848 470" fill="none" stroke="url(#cushion)" stroke-width="28"/>
<path d="M300 520 C320 250 560 230 640 236" fill="none" stroke="#fff" stroke-opacity="0.6" stroke-width="10" stroke-linecap="round" filter="url(#soft6)"/>
<rect x="276" y="560" width="34" height="150" rx="12" fill="url(#arm)"/><rect x="890" y="560" width="34" height="150" rx="12" fill="url(#arm)"/>
<rect x="364" y="622" width="76" height="300" rx="38" fill="url(#cushion)"/><rect x="760" y="622" width="76" height="300" rx="38" fill="url(#cushion)"/>
<rect x="232" y="612" width="160" height="318" rx="74" fill="url(#left)"/><rect x="808" y="612" width="160" height="318" rx="74" fill="url(#right)"/>
<ellipse cx="306" cy="771" rx="50" ry="112" fill="url(#plate)"/><ellipse cx="894" cy="771" rx="50" ry="112" fill="url(#plate)"/>
<ellipse cx="306" cy="771" rx="50" ry="112" fill="none" stroke="#000" stroke-opacity="0.4" stroke-width="5"/><ellipse cx="894" cy="771" rx="50" ry="112" fill="none" stroke="#000" stroke-opacity="0.4" stroke-width="5"/>
<ellipse cx="290" cy="725" rx="14" ry="44" fill="#fff" opacity="0.7" filter="url(#soft6)"/><ellipse cx="878" cy="725" rx="14" ry="44" fill="#fff" opacity="0.6" filter="url(#soft6)"/>
<rect x="262" y="650" width="12" height="220" rx="6" fill="#fff" opacity="0.35" filter="url(#soft3)"/><rect x="838" y="650" width="12" height="220" rx="6" fill="#fff" opacity="0.3" filter="url(#soft3)"/>`,
}

export const wearables: readonly Product[] = [watch, sneaker, bag, headphones]
