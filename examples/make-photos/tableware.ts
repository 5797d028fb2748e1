import { ball, darker, lighter, linear, metal, type Product, radial, turned } from './studio.ts'

const clay = '#c8643c'

const teapot: Product = {
  file: 'teapot.jpg',
  backdrop: '#f0cfae',
  stands: [{ x: 590, halfWidth: 190 }],
  defs: `${ball('pot', clay)}${ball('lid', lighter(clay, 0.06))}${ball('knob', '#e2b25b')}
${linear(
  'spout',
  [0, 0, 1, 1],
  [
    [0, lighter(clay, 0.35)],
    [0.4, clay],
    [1, darker(clay, 0.5)],
  ],
)}
${linear(
  'grip',
  [0, 0, 1, 0],
  [
    [0, darker(clay, 0.35)],
    [0.5, lighter(clay, 0.3)],
    [1, darker(clay, 0.45)],
  ],
)}
${radial(
  'shine',
  [0.5, 0.5, 0.5],
  [
    [0, '#ffffff', 0.85],
    [0.4, '#ffffff', 0.35],
    [1, '#ffffff', 0],
  ],
)}
${linear(
  'glaze',
  [0, 0, 0, 1],
  [
    [0, '#f6e3c6', 0.82],
    [1, '#f4d9b2', 0.8],
  ],
)}
<clipPath id="potClip"><path d="M350 690 C350 520 460 440 590 440 C720 440 830 520 830 690 C830 800 780 880 710 930 L470 930 C400 880 350 800 350 690 Z"/></clipPath>`,
  art: `
<path d="M800 560 C960 470 1000 700 800 800" fill="none" stroke="${darker(clay, 0.5)}" stroke-width="58" stroke-linecap="round"/>
<path d="M800 560 C960 470 1000 700 800 800" fill="none" stroke="url(#grip)" stroke-width="46" stroke-linecap="round"/>
<path d="M806 552 C940 478 975 640 866 740" fill="none" stroke="#ffe8d0" stroke-opacity="0.45" stroke-width="9" stroke-linecap="round" filter="url(#soft3)"/>
<path d="M400 760 C300 740 270 640 232 545 C224 522 190 520 172 506 L232 470 C290 480 316 520 336 570 C352 610 380 624 420 630 Z" fill="url(#spout)"/>
<ellipse cx="203" cy="489" rx="37" ry="13" transform="rotate(-31 203 489)" fill="${darker(clay, 0.72)}"/>
<path d="M248 500 C296 512 318 590 360 640" fill="none" stroke="#fff1e0" stroke-opacity="0.55" stroke-width="12" stroke-linecap="round" filter="url(#soft6)"/>
<path d="M350 690 C350 520 460 440 590 440 C720 440 830 520 830 690 C830 800 780 880 710 930 L470 930 C400 880 350 800 350 690 Z" fill="url(#pot)"/>
<g clip-path="url(#potClip)">
<path d="M330 585 C420 640 470 580 540 620 C610 660 660 590 720 625 C780 655 820 590 860 600 L860 400 L330 400 Z" fill="url(#glaze)" opacity="0.9"/>
<path d="M330 585 C420 640 470 580 540 620 C610 660 660 590 720 625 C780 655 820 590 860 600" fill="none" stroke="#8d3e20" stroke-opacity="0.35" stroke-width="10" filter="url(#soft3)"/>
<path d="M330 440 h120 c-70 110 -80 330 20 500 h-140 z" fill="#fff" opacity="0.12" filter="url(#soft14)"/>
<path d="M760 430 c90 120 90 370 -20 510 h160 V430 z" fill="#2a0c04" opacity="0.42" filter="url(#soft14)"/>
<ellipse cx="590" cy="935" rx="210" ry="34" fill="#2a0c04" opacity="0.45" filter="url(#soft14)"/>
</g>
<ellipse cx="590" cy="452" rx="130" ry="27" fill="${darker(clay, 0.55)}"/>
<path d="M465 446 C480 384 540 360 590 360 C640 360 700 384 715 446 C690 470 490 470 465 446 Z" fill="url(#lid)"/>
<circle cx="590" cy="340" r="34" fill="url(#knob)"/>
<ellipse cx="470" cy="560" rx="46" ry="92" transform="rotate(24 470 560)" fill="url(#shine)" opacity="0.75"/>
<ellipse cx="540" cy="395" rx="40" ry="14" transform="rotate(-18 540 395)" fill="url(#shine)" opacity="0.8"/>`,
}

const blue = '#2f5fa8'

const mug: Product = {
  file: 'mug.jpg',
  backdrop: '#f9d06f',
  stands: [{ x: 560, halfWidth: 190 }],
  defs: `${turned('body', blue)}${turned('inside', '#f4ead9')}
${linear(
  'dip',
  [0, 0, 1, 0],
  [
    [0, '#cdbfa8'],
    [0.25, '#fffaf0'],
    [0.6, '#eadfcb'],
    [1, '#9d8d74'],
  ],
)}
${radial(
  'coffee',
  [0.4, 0.35, 0.8],
  [
    [0, '#8a5a34'],
    [0.6, '#4d2a14'],
    [1, '#2c160a'],
  ],
)}
${linear(
  'handle',
  [0, 0, 1, 0],
  [
    [0, darker(blue, 0.3)],
    [0.45, lighter(blue, 0.35)],
    [1, darker(blue, 0.45)],
  ],
)}
<clipPath id="cup"><path d="M362 470 H758 L744 860 C742 905 710 930 668 930 H452 C410 930 378 905 376 860 Z"/></clipPath>`,
  art: `
<path d="M740 560 C900 520 920 790 728 800" fill="none" stroke="${darker(blue, 0.55)}" stroke-width="62"/>
<path d="M740 560 C900 520 920 790 728 800" fill="none" stroke="url(#handle)" stroke-width="50"/>
<path d="M748 549 C870 520 890 660 840 740" fill="none" stroke="#cfe0ff" stroke-opacity="0.6" stroke-width="9" stroke-linecap="round" filter="url(#soft3)"/>
<g clip-path="url(#cup)">
<rect x="350" y="440" width="420" height="500" fill="url(#body)"/>
<path d="M350 440 H770 V560 C700 610 640 560 560 596 C480 630 430 570 350 610 Z" fill="url(#dip)"/>
<path d="M350 610 C430 570 480 630 560 596 C640 560 700 610 770 560" fill="none" stroke="#12305f" stroke-opacity="0.5" stroke-width="8" filter="url(#soft3)"/>
<rect x="440" y="500" width="34" height="380" rx="17" fill="#fff" opacity="0.34" filter="url(#soft6)"/>
<rect x="495" y="520" width="11" height="340" rx="5" fill="#fff" opacity="0.26" filter="url(#soft3)"/>
<rect x="340" y="880" width="440" height="70" fill="#061126" opacity="0.45" filter="url(#soft14)"/>
</g>
<ellipse cx="560" cy="470" rx="198" ry="52" fill="#fffaf0"/>
<ellipse cx="560" cy="474" rx="182" ry="43" fill="url(#inside)"/>
<ellipse cx="560" cy="486" rx="168" ry="32" fill="url(#coffee)"/>
<path d="M410 488 C440 466 520 458 570 462" fill="none" stroke="#e3b98c" stroke-opacity="0.7" stroke-width="6" stroke-linecap="round" filter="url(#soft3)"/>
<g fill="none" stroke="#ffffff" stroke-linecap="round" stroke-width="24" filter="url(#soft14)" opacity="0.6">
<path d="M500 430 C450 370 540 330 500 250"/><path d="M600 420 C560 350 650 320 610 210"/></g>`,
}

const steel = '#3f8f83'

const bottle: Product = {
  file: 'bottle.jpg',
  backdrop: '#bfe0d2',
  stands: [{ x: 600, halfWidth: 130 }],
  defs: `${turned('flask', steel)}${metal('ring', '#c9ced2')}${turned('cap', '#2b2f35')}${turned('loop', '#3a3f46')}
<clipPath id="flaskClip"><path d="M540 330 H660 C664 400 742 410 742 500 V880 C742 912 718 930 690 930 H510 C482 930 458 912 458 880 V500 C458 410 536 400 540 330 Z"/></clipPath>`,
  art: `
<path d="M556 190 C556 120 644 120 644 190" fill="none" stroke="url(#loop)" stroke-width="26"/>
<rect x="532" y="185" width="136" height="112" rx="18" fill="url(#cap)"/>
<g stroke="#000" stroke-opacity="0.35" stroke-width="3">${Array.from({ length: 13 }, (_, n) => `<path d="M${543 + n * 9.6} 205 V282"/>`).join('')}</g>
<rect x="538" y="294" width="124" height="44" rx="6" fill="url(#ring)"/>
<g clip-path="url(#flaskClip)">
<rect x="450" y="320" width="300" height="620" fill="url(#flask)"/>
<path d="M450 320 h300 v170 c-90 -40 -210 -40 -300 0 z" fill="#06241f" opacity="0.16" filter="url(#soft14)"/>
<rect x="512" y="480" width="30" height="410" rx="15" fill="#fff" opacity="0.5" filter="url(#soft6)"/>
<rect x="556" y="470" width="8" height="420" rx="4" fill="#fff" opacity="0.35" filter="url(#soft3)"/>
<rect x="718" y="480" width="9" height="410" rx="4" fill="#d8fff5" opacity="0.4" filter="url(#soft3)"/>
<rect x="450" y="884" width="300" height="60" fill="#03120f" opacity="0.5" filter="url(#soft14)"/>
<path d="M450 872 h300" stroke="#d7fff6" stroke-opacity="0.25" stroke-width="3"/>
</g>
<g transform="translate(610 690)" fill="none" stroke="#eafff9" stroke-opacity="0.85" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"><path d="M-52 34 L-14 -32 L10 8 L26 -16 L56 34 Z"/><circle cx="36" cy="-42" r="12"/></g>`,
}

const glass = '#6a8fd8'

function branch(x: number, y: number, angle: number, length: number): string {
  const leaves = Array.from({ length: 9 }, (_, n) => {
    const along = -length * (0.16 + n * 0.1)
    const side = n % 2 ? 1 : -1
    const size = 30 - n * 1.6
    return `<ellipse cx="${side * size * 0.72}" cy="${along}" rx="${size}" ry="${size * 0.42}" transform="rotate(${side * -38} ${side * size * 0.72} ${along})" fill="url(#leaf${n % 2})"/>`
  })
  return `<g transform="translate(${x} ${y}) rotate(${angle})"><path d="M0 0 C ${length * 0.05} ${-length * 0.4}, 0 ${-length * 0.7}, 0 ${-length}" fill="none" stroke="#6d5a35" stroke-width="6" stroke-linecap="round"/>${leaves.join('')}</g>`
}

const vase: Product = {
  file: 'vase.jpg',
  backdrop: '#dcc6ee',
  stands: [{ x: 600, halfWidth: 150 }],
  defs: `${linear(
    'glass',
    [0, 0, 1, 0],
    [
      [0, darker(glass, 0.35), 0.92],
      [0.1, lighter(glass, 0.25), 0.72],
      [0.3, lighter(glass, 0.62), 0.5],
      [0.6, glass, 0.55],
      [0.88, darker(glass, 0.3), 0.8],
      [1, lighter(glass, 0.3), 0.95],
    ],
  )}
${linear(
  'water',
  [0, 0, 0, 1],
  [
    [0, lighter(glass, 0.5), 0.55],
    [1, darker(glass, 0.25), 0.75],
  ],
)}
${linear(
  'leaf0',
  [0, 0, 1, 1],
  [
    [0, '#f3b98f'],
    [1, '#c4683f'],
  ],
)}${linear(
  'leaf1',
  [1, 0, 0, 1],
  [
    [0, '#f7d2a2'],
    [1, '#d98a4e'],
  ],
)}
<clipPath id="vaseClip"><path d="M556 470 C552 560 440 610 440 750 C440 860 490 930 550 930 H650 C710 930 760 860 760 750 C760 610 648 560 644 470 Z"/></clipPath>`,
  art: `<g fill="none" stroke="#6d5a35" stroke-width="6" stroke-linecap="round"><path d="M588 480 L650 850"/><path d="M600 480 L590 870"/><path d="M612 480 L540 840"/></g>
${branch(588, 484, -21, 330)}${branch(600, 484, 3, 400)}${branch(612, 484, 27, 300)}
<g clip-path="url(#vaseClip)">
<rect x="420" y="450" width="360" height="500" fill="url(#glass)"/>
<path d="M420 710 C500 726 700 726 780 710 V950 H420 Z" fill="url(#water)"/>
<path d="M420 710 C500 726 700 726 780 710" fill="none" stroke="#fff" stroke-opacity="0.7" stroke-width="4"/>
<path d="M500 600 C462 660 458 800 500 880" fill="none" stroke="#fff" stroke-opacity="0.85" stroke-width="22" stroke-linecap="round" filter="url(#soft6)"/>
<path d="M548 560 C520 610 516 640 512 680" fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="8" stroke-linecap="round" filter="url(#soft3)"/>
<path d="M722 660 C748 720 744 820 716 878" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="8" stroke-linecap="round" filter="url(#soft3)"/>
<ellipse cx="600" cy="926" rx="140" ry="26" fill="#1b2c66" opacity="0.55" filter="url(#soft14)"/>
</g>
<ellipse cx="600" cy="470" rx="45" ry="11" fill="none" stroke="#eef3ff" stroke-width="8" stroke-opacity="0.9"/>`,
}

export const tableware: readonly Product[] = [teapot, mug, bottle, vase]
