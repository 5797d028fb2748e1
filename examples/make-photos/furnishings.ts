import { ball, darker, lighter, linear, metal, type Product, radial, turned } from './studio.ts'

const enamel = '#e8a020'

const lamp: Product = {
  file: 'lamp.jpg',
  backdrop: '#5f7fb8',
  stands: [{ x: 520, halfWidth: 190 }],
  defs: `${linear(
    'shade',
    [0, 0, 1, 0.3],
    [
      [0, darker(enamel, 0.3)],
      [0.22, lighter(enamel, 0.45)],
      [0.45, enamel],
      [1, darker(enamel, 0.5)],
    ],
  )}
${metal('tube', '#c2a15c', [0, 0, 1, 0])}${metal('foot', '#c2a15c', [0, 0, 1, 0.2])}
${radial(
  'glow',
  [0.5, 0.5, 0.5],
  [
    [0, '#fff3c4', 0.95],
    [0.3, '#ffdf8a', 0.5],
    [1, '#ffcf5a', 0],
  ],
)}
${linear(
  'beam',
  [0, 0, 0, 1],
  [
    [0, '#fff1bd', 0.62],
    [1, '#fff1bd', 0],
  ],
)}
${radial(
  'bulb',
  [0.5, 0.4, 0.6],
  [
    [0, '#ffffff'],
    [0.6, '#fff0b8'],
    [1, '#ffd35e'],
  ],
)}`,
  art: `
<path d="M660 500 L900 500 L1060 930 L500 930 Z" fill="url(#beam)" filter="url(#soft14)"/>
<ellipse cx="520" cy="912" rx="190" ry="26" fill="${darker('#c2a15c', 0.6)}"/><ellipse cx="520" cy="900" rx="190" ry="26" fill="url(#foot)"/>
<path d="M420 894 C470 884 560 884 600 892" fill="none" stroke="#fff" stroke-opacity="0.6" stroke-width="6" filter="url(#soft3)"/>
<path d="M520 896 L470 560 L720 330" fill="none" stroke="${darker('#c2a15c', 0.65)}" stroke-width="30" stroke-linejoin="round"/>
<path d="M520 896 L470 560" stroke="url(#tube)" stroke-width="22"/><path d="M470 560 L720 330" stroke="#d8b970" stroke-width="22"/><path d="M468 552 L714 326" stroke="#fff2cc" stroke-opacity="0.75" stroke-width="6"/>
<circle cx="470" cy="560" r="30" fill="#8d6f32"/><circle cx="464" cy="553" r="18" fill="#e6cd8f"/>
<ellipse cx="780" cy="500" rx="150" ry="40" fill="#7b4a06"/>
<ellipse cx="780" cy="500" rx="140" ry="34" fill="#fff0bd"/>
<circle cx="780" cy="508" r="46" fill="url(#bulb)"/>
<path d="M624 500 C640 400 690 300 740 280 C756 262 800 262 818 280 C868 300 920 400 936 500 C900 462 660 462 624 500 Z" fill="url(#shade)"/>
<path d="M668 460 C684 400 712 340 748 308" fill="none" stroke="#fff" stroke-opacity="0.75" stroke-width="16" stroke-linecap="round" filter="url(#soft6)"/>
<rect x="752" y="238" width="56" height="44" rx="12" fill="url(#tube)"/>
<ellipse cx="780" cy="540" rx="330" ry="250" fill="url(#glow)" opacity="0.5"/>`,
}

const wool = '#2f7d76'

function leg(x: number, lean: number): string {
  return `<path d="M${x} 800 L${x + lean} 926" stroke="#5d3517" stroke-width="30" stroke-linecap="round"/><path d="M${x - 5} 800 L${x + lean - 5} 924" stroke="#c98b53" stroke-width="9" stroke-linecap="round"/>`
}

const chair: Product = {
  file: 'chair.jpg',
  backdrop: '#f3c9b8',
  stands: [
    { x: 370, halfWidth: 90 },
    { x: 830, halfWidth: 90 },
  ],
  defs: `${linear(
    'back',
    [0.1, 0, 0.8, 1],
    [
      [0, lighter(wool, 0.36)],
      [0.4, wool],
      [1, darker(wool, 0.45)],
    ],
  )}
${linear(
  'seat',
  [0, 0, 0, 1],
  [
    [0, lighter(wool, 0.34)],
    [0.4, lighter(wool, 0.06)],
    [1, darker(wool, 0.4)],
  ],
)}
${turned('armLeft', wool)}${turned('armRight', darker(wool, 0.08))}
${ball('pillow', '#f0b53e')}`,
  art: `${leg(350, -34)}${leg(850, 34)}${leg(440, -12)}${leg(760, 12)}
<path d="M372 330 C372 240 440 206 600 206 C760 206 828 240 828 330 L842 720 H358 Z" fill="url(#back)"/>
<g stroke="${darker(wool, 0.5)}" stroke-opacity="0.5" stroke-width="6" filter="url(#soft3)"><path d="M486 230 V650"/><path d="M600 212 V650"/><path d="M714 230 V650"/></g>
<g stroke="#fff" stroke-opacity="0.22" stroke-width="9" filter="url(#soft6)"><path d="M424 280 V620"/><path d="M524 240 V640"/><path d="M638 236 V640"/></g>
<path d="M360 560 H840 V700 H360 Z" fill="#04211e" opacity="0.42" filter="url(#soft14)"/>
<path d="M345 640 C345 606 380 600 420 600 H780 C820 600 855 606 855 640 V700 H345 Z" fill="url(#seat)"/>
<path d="M345 676 H855 V790 C855 818 836 826 812 826 H388 C364 826 345 818 345 790 Z" fill="${darker(wool, 0.3)}"/>
<path d="M345 668 H855 C855 690 845 694 820 694 H380 C355 694 345 690 345 668 Z" fill="${darker(wool, 0.55)}" opacity="0.7" filter="url(#soft3)"/>
<path d="M400 618 H790" stroke="#fff" stroke-opacity="0.35" stroke-width="14" stroke-linecap="round" filter="url(#soft6)"/>
<g transform="rotate(-9 520 540)"><rect x="430" y="440" width="190" height="176" rx="34" fill="#04211e" opacity="0.4" filter="url(#soft14)"/><path d="M438 446 C500 460 550 460 612 446 C600 500 600 550 612 606 C550 594 500 594 438 606 C450 550 450 500 438 446 Z" fill="url(#pillow)"/></g>
<path d="M262 560 C262 510 372 510 372 560 V800 C372 822 352 830 330 830 H304 C282 830 262 822 262 800 Z" fill="url(#armLeft)"/>
<path d="M828 560 C828 510 938 510 938 560 V800 C938 822 918 830 896 830 H870 C848 830 828 822 828 800 Z" fill="url(#armRight)"/>`,
}

const cabinet = '#d94f4f'

function holes(): string {
  const dots: string[] = []
  for (let ring = 1; ring <= 9; ring++) {
    const count = ring * 6
    for (let n = 0; n < count; n++) {
      const angle = (n / count) * 2 * Math.PI
      dots.push(
        `<circle cx="${(600 + Math.cos(angle) * ring * 16).toFixed(1)}" cy="${(700 + Math.sin(angle) * ring * 16).toFixed(1)}" r="4.6"/>`,
      )
    }
  }
  return dots.join('')
}

const speaker: Product = {
  file: 'speaker.jpg',
  backdrop: '#8fd0d8',
  stands: [{ x: 600, halfWidth: 230 }],
  defs: `${linear(
    'box',
    [0, 0, 1, 0.2],
    [
      [0, darker(cabinet, 0.3)],
      [0.2, lighter(cabinet, 0.35)],
      [0.5, cabinet],
      [1, darker(cabinet, 0.5)],
    ],
  )}
${radial(
  'cone',
  [0.4, 0.34, 0.8],
  [
    [0, '#5a5d66'],
    [0.6, '#26282e'],
    [1, '#0c0d10'],
  ],
)}${metal('trim', '#d9dce2', [0, 0, 1, 1])}${ball('tweeter', '#33363e')}`,
  art: `
<rect x="370" y="300" width="460" height="630" rx="70" fill="url(#box)"/>
<rect x="384" y="314" width="432" height="602" rx="60" fill="none" stroke="#fff" stroke-opacity="0.28" stroke-width="5"/>
<rect x="420" y="350" width="40" height="520" rx="20" fill="#fff" opacity="0.25" filter="url(#soft14)"/>
<circle cx="600" cy="700" r="176" fill="url(#trim)"/><circle cx="600" cy="700" r="164" fill="url(#cone)"/><g fill="#000" opacity="0.75">${holes()}</g>
<path d="M470 620 A164 164 0 0 1 660 548" fill="none" stroke="#fff" stroke-opacity="0.45" stroke-width="14" stroke-linecap="round" filter="url(#soft6)"/>
<circle cx="600" cy="430" r="76" fill="url(#trim)"/><circle cx="600" cy="430" r="66" fill="url(#tweeter)"/>
<circle cx="770" cy="360" r="9" fill="#d6ffe6"/>
<rect x="370" y="880" width="460" height="50" rx="25" fill="#2a0606" opacity="0.4" filter="url(#soft14)"/>`,
}

export const furnishings: readonly Product[] = [lamp, chair, speaker]
