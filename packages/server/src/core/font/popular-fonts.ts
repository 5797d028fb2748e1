import type { FontStyle } from '@pictable/model/font'
import { similarNames } from '#core/nearest-name.ts'

/** A family that is installed from an npm package of complete TrueType files. */
export interface PopularFont {
  readonly family: string
  /** The npm package, and its exact version. */
  readonly package: string
  readonly version: string
  readonly category: string
  readonly weights: readonly number[]
  readonly styles: readonly FontStyle[]
  readonly scripts: readonly string[]
  /** Of the packed package. */
  readonly sizeBytes: number
  /** As in a lock file: `sha512-` and the digest of the packed package. */
  readonly integrity: string
}

/** Family, version, category, weights, scripts, bytes and integrity. Every font has the licence OFL 1.1. */
const table = `
Anton | 0.4.2 | sans-serif | 400 | Latin | 160503 | sha512-VXxS6ZppH1W/0ch06c52iVpZhVwHX9sXEctyFy/NiF/gb3i697R4va+qpiDQHB71NI8pLyecdBjNrc5FA9qKrw==
Archivo | 0.4.2 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin | 2549523 | sha512-FLhI4/ZVIFSHHxx15Z7Rr4QX/4ZrJozEebBEFSdHSRRwULGCuSIpbb3dz56Hslux6LZEnJ1mVpZ6CyVpUzLwIg==
Barlow | 0.4.1 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin | 2510694 | sha512-ARAwBvQFGxOt2dfoQRVDRZghaStrXTIyI7oBD6/J4z2Iyr+0ME2HJq13RFhTuagCFrT4iapzuKHwOR3iLrNJrA==
Bebas Neue | 0.4.1 | sans-serif | 400 | Latin | 108601 | sha512-Ibnf0EQgMUj01tT/ws64RlsMQmOvDP+UDFW93bld0C/WwaOaCGWKgNnqxNkKxmL73y2kpT8EB4dkSNUOyAOEJA==
Cairo | 0.4.2 | sans-serif | 200 300 400 500 600 700 800 900 | Latin Arabic | 1006826 | sha512-iWXHgE4MH6BfFqs8IxhbjNphAboUsb8NSEVIf1kWVGkiwCkAXDHxotgASabuPhhM1SQQXrgOPdmjT9VyeakM3Q==
Caveat | 0.4.2 | handwriting | 400 500 600 700 | Latin Cyrillic | 909317 | sha512-kCG35tRUX8Wi+u0Jh5ck3K1u7vZkdLnwRTuKMrEnlVmikvxQFXN1KjF5cL2vqRG7Hwm7648Zl8xe1BWAoIsPCA==
Crimson Pro | 0.4.2 | serif | 200 300 400 500 600 700 800 900 italic | Latin | 2507961 | sha512-X5pfxna/aQBhxB6CowczCL2mOsObwlxhI2EJ84fE6OMrxie1bd2ro9xBywCfeVg588eQYvzYBBdkHkPWmFTXug==
Dancing Script | 0.4.2 | handwriting | 400 500 600 700 | Latin | 788871 | sha512-5ASbxOM81Xm6nR9I0eE//l1PGgHtR4uGyMX3eUIw2Jeh+1LnlkrDPg55qjChGnkFfVwMge31vXEUyOZJiy9rxQ==
DM Sans | 0.4.2 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin | 2410631 | sha512-e/fLH5aCJzkEenz7axvEn8N7IJAKhUwNjIxS75h9j+Ip1M9S7d22M19gJN3A7QW4egVkBJRyQh1hQFhngQn9yA==
DM Serif Display | 0.4.2 | serif | 400 italic | Latin | 395623 | sha512-onlO8xAzsgMbKcwUE+fAgJ5AFHhk06VtaDN7eQOJwjV65QIciDKTiSNu1ymHc4m6g/x6D9OqPIYPXdTNIfaEaA==
Fira Sans | 0.4.1 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin Greek Cyrillic | 5582317 | sha512-zQVs67baYyBVEScaCGKG3MBtGe2hPNc7R3Axmj7JmWs310kOem4poL1mB+O52rwfFqiigzxV876BHFZBxoie1Q==
Heebo | 0.4.2 | sans-serif | 100 200 300 400 500 600 700 800 900 | Latin Hebrew | 1034538 | sha512-mNSjLv9kikSexvdNteFElzeYEOrOPXHQctAJOGEfnUZPU9PgiEaSMcKM6K50Geahy2Aiq/xlbMD0OwhGRhSBiQ==
Hind | 0.4.1 | sans-serif | 300 400 500 600 700 | Latin Devanagari | 1007926 | sha512-AfWRUD8GM9c4J7vU0t9I7aCEbBAJJYffbC8tUgHkj+KSRpDvXYeWUS+3PkZXy/sAuyO1KhCuhNa+A1Bkf1ZnXA==
Josefin Sans | 0.4.2 | sans-serif | 100 200 300 400 500 600 700 italic | Latin | 1712228 | sha512-aVxfoUme2j7eQlPQzfXLPhqn3rimsMPH7QcsBhSP2PqXAkAgcbBhmYd2X1XIrxvXTQBAIHVWE8AgmoVIcnrYmw==
Kanit | 0.4.1 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin Thai | 2775578 | sha512-bm5lhr3iUjMtAzsr9wStxd307T2kK2e5LUVH1ALbp4/HKcluNw5MYLFYzcN93dnbo02x4ulRdzSeKi1nnT46Zg==
Lato | 0.4.1 | sans-serif | 100 300 400 700 900 italic | Latin | 1191058 | sha512-U2g1sOBFSNgmxhh/Ywgyi7Hx6T3UielX2nmZuP55wqndrIEyNX3HeUQIhhQDe2vZ+nvZI0Z2vTcVjmOn/BM9ow==
Libre Baskerville | 0.4.3 | serif | 400 500 600 700 italic | Latin | 1700719 | sha512-EUd0gcmJ2C9ZzobNFe5ohFEOyfZFAy5rA8qluzl32VJCqdysRO1RjU2uxmK4g5EUxwCq4UHVHVzp3sPS7+Ubrw==
Lobster | 0.4.1 | display | 400 | Latin Cyrillic | 292623 | sha512-oQGNAlr9/9XlWQk270QUmvqbgGRZjXbEW6FwGxn5ZK6RHyVRAL1MtCbunjjyV3O5aLoZ4Cmh1CuYCHyIMqLe0w==
Manrope | 0.4.2 | sans-serif | 200 300 400 500 600 700 800 | Latin Greek Cyrillic | 973302 | sha512-BZsKe8d9BJrVnIQIZcTS7/Kac0TbXnqs/+8EBSiQxrmK6GoCO6eTkmr50D1weIk/EoF20pTmAkpWICnovATr/g==
Merriweather | 0.4.2 | serif | 300 400 500 600 700 800 900 italic | Latin Cyrillic | 10289680 | sha512-jUlmDzo5hQ36fPDXZvdt2VIZGCFkdg2Gfx+oWnbzvfygdCvx3AIe8O74IdsN1IZ65mxSSgsajM1c2XV2L/eYkw==
Montserrat | 0.4.2 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin Cyrillic | 4621032 | sha512-Xyq7rKJhhZOE1Xk4wKSSVoUeOkFmQEMhtZ3pdFrgYckGZMs115Apmld1AI8Ju+yrl5GzDdfRCCqRr33dvEDYUA==
Mukta | 0.4.1 | sans-serif | 200 300 400 500 600 700 800 | Latin Devanagari | 1910151 | sha512-4DmGZ/ZWycvHzfLrR80c/1EIU4VWULxUxg/KHTxkywrtv8WMMBvvUW6BPiOybBCcllfKLkIwih98wcZsX+r4jA==
Noto Sans | 0.4.2 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin Greek Cyrillic Devanagari | 7447518 | sha512-zYD8G2ijWLxqmquoQgghNh/x9p0yxWwArD0oxO1oXY1qx5vOd4t0Kbhnu/Cx8RTy08OgA8RtxuULZFaXwVPnPw==
Nunito | 0.4.2 | sans-serif | 200 300 400 500 600 700 800 900 italic | Latin Cyrillic | 2526628 | sha512-1KCWphw/I2ugqfs9iRHUCkPTnomNgGPtF4AvqVquoEKxr0EL+mcLNLgeixsslbaSFevRR6/KJAE3sc8g0VaY0Q==
Open Sans | 0.4.2 | sans-serif | 300 400 500 600 700 800 italic | Latin Greek Cyrillic Hebrew | 2257718 | sha512-gvhPqLXYnltWgll3iBwRGUwf5yN2HCh4mgQmFoQ8oU66LTs23oX4N7T3t0BDsKfP/1Z8F8+4c7wSkA11Nnk4kA==
Oswald | 0.4.2 | sans-serif | 200 300 400 500 600 700 | Latin Cyrillic | 713932 | sha512-ZLB8ou0SmSWThyLDCHQdFnbMrj93hRrpkKMLLoPrIs4QTrPxZyOxHoJ4mFoFCs0efZdV1Yd8mULfaggAblX5Mg==
Pacifico | 0.4.1 | handwriting | 400 | Latin Cyrillic | 325397 | sha512-w21ZIeNdwVWPH173HNszX8ML1deogOsHcxhJ0ghpbyBzr7R6PGSJ6yWL5jBixvWV/E34xDk28aNn/cX+gqzf3Q==
Playfair Display | 0.4.2 | serif | 400 500 600 700 800 900 italic | Latin Cyrillic | 2722846 | sha512-mWhBV59RUjSS3aYpytUb7UyHHTnXcHh7epAn7gq+M4XAEh5PuMKUrP8eiUfkJLb6UwHZCi7EhQpUzxHu5OL96w==
Poppins | 0.4.1 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin Devanagari | 3227995 | sha512-LiX5oEryJqDt3UmWwr4oqf11hGMz/JEffkkNcZ3UtGwyoMFzXmBmTwcrAWrEttxypxmLNmPykDg+CY2VjKve9A==
PT Sans | 0.4.1 | sans-serif | 400 700 italic | Latin Cyrillic | 962237 | sha512-Es20zwpN948YN2GdrsGIlCuqjeF+RGfGgunvcbSMjow/wQzglyisesyuhf8MU2fMpbMBVfY0modhrytumstycg==
PT Serif | 0.4.1 | serif | 400 700 italic | Latin Cyrillic | 889843 | sha512-XziSzDDcyNvNehbsGMFw06SfC46GQf5Or4nH4XX8PEVTl+HI3xKKDmgGeatL37LAdEeEJ8xg2TTYKFE8FdPcOQ==
Quicksand | 0.4.1 | sans-serif | 300 400 500 600 700 | Latin | 718019 | sha512-LpGdmY+CDm/GTv29qDPy8Nz1a3idWO1R6Bb+ty7flS6vfHXsdOQTRKNz93SFHdXQj0FSvVhvMLe3wTtMgf312A==
Raleway | 0.4.2 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin Cyrillic | 3450536 | sha512-EFHYXFx9/M+6kGt/T2/y2Aqo30SosZUp4d8Dd7aLumhacrwlcRL6GYMqwIYQpLbR0xh5Vn4/APH5N72tEkoKRA==
Roboto | 0.4.3 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin Greek Cyrillic | 3469055 | sha512-kX3wmpmu06fN1yOwYWMdjYJWNUYW6xUiAGeHbvPzzSEb3A3j23JelQ3tAgwQNKgEKRq6wtMmzixy2r7y9c8dsA==
Rubik | 0.4.2 | sans-serif | 300 400 500 600 700 800 900 italic | Latin Cyrillic Arabic Hebrew | 2537756 | sha512-WJtpQEw4lDKjCVnVIBF9qiZn+BTOB3juWvSchpZ+mnHFFV0gh4PyOvLLJCOMmKVgSj/pzFDtNe4apqexrD0+pA==
Source Sans 3 | 0.4.1 | sans-serif | 200 300 400 500 600 700 800 900 italic | Latin Greek Cyrillic | 3688445 | sha512-sxsO4kfxQnVMT6ri/yWiBefkgem6suvc7KWJ4m/kWGTGqxkGouxG7MQsZ8XR6wqasxYZxdWK1gtusMBLSZDiiA==
Space Grotesk | 0.4.1 | sans-serif | 300 400 500 600 700 | Latin | 743238 | sha512-ZVQYw4Ok/pgcSJiufP8oRZE3AVxS9xtmKEUfsurbHkHNdMc/GA1gDXP9G4Cr7KL4KqSc0haexR2TuMigotCn4Q==
Tajawal | 0.4.1 | sans-serif | 200 300 400 500 700 800 900 | Latin Arabic | 739554 | sha512-cxbpKCUn8784UwrUQz/YLz8eHbqXN1vWjx5oyvf481pxho+CQR8QfoaeCS0LJ03Op2HG8SMCxRbPopNHebPR5Q==
Work Sans | 0.4.2 | sans-serif | 100 200 300 400 500 600 700 800 900 italic | Latin | 3477054 | sha512-v+I8jQgoOAmI77v1V0EXvgKA4NGg8Agy2BCHAI6sswAKTub2sKsi6PXT4vLBn95dbbTqelSlcT79YRDTlCBrRg==
`

function parseLine(line: string): PopularFont {
  const [family = '', version = '', category = '', faces = '', scripts = '', bytes = '', integrity = ''] =
    line.split(' | ')
  const names = faces.split(' ')
  return {
    family,
    package: `@expo-google-fonts/${family.toLowerCase().replaceAll(' ', '-')}`,
    version,
    category,
    weights: names.filter((name) => name !== 'italic').map(Number),
    styles: names.includes('italic') ? ['normal', 'italic'] : ['normal'],
    scripts: scripts.split(' '),
    sizeBytes: Number(bytes),
    integrity,
  }
}

/** The font pack: popular families that are not part of the installation, in the order of their names. */
export const popularFonts: readonly PopularFont[] = table.trim().split('\n').map(parseLine)

/** How people and files write a family: without regard to case and space. */
export const familyKey = (family: string) => family.toLowerCase().replaceAll(/[\s_-]+/g, '')

/** The family of the pack that is meant. */
export function findPopular(family: string): PopularFont | undefined {
  return popularFonts.find((font) => familyKey(font.family) === familyKey(family))
}

/** Why a family is not installed from the pack. */
export function notInPack(family: string): string {
  const names = popularFonts.map((font) => font.family)
  return `The font pack has no family "${family}".${similarNames(family, names)}`
}

/** How to get a family of the font pack that is not installed. */
export function installHint(family: string): string | undefined {
  const font = popularFonts.find((each) => each.family === family)
  return (
    font &&
    `"${family}" is in the font pack: install it with \`pictable fonts install "${family}"\` or in the font picker`
  )
}

/** In place of the words of a renderer that lacks a family of the font pack. */
export function popularHint(message: string): string | undefined {
  const [, family = ''] = /there is no font "([^"]+)"/.exec(message) ?? []
  const hint = installHint(family)
  return hint && `the font is not installed: ${hint}`
}
