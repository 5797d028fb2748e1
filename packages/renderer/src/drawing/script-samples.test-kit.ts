import { bundledFaces } from '#renderer/fonts/bundled.ts'
import { onNode } from '#renderer/node/on-node.ts'
import type { TemplateInput } from '#renderer/template/template.ts'
import { layoutText } from '#renderer/text/layout.ts'
import '#renderer/text/right-to-left.test-kit.ts'
import type { TextBox } from '#renderer/text/types.ts'
import { spansOf } from './text-spans.ts'

export interface ScriptSample {
  readonly name: string
  readonly language: string
  readonly text: string
}

/** The first article of the Universal Declaration of Human Rights, and what the world writes beside it. */
export const samples: readonly ScriptSample[] = [
  {
    name: 'English',
    language: 'en',
    text: 'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience: AVATAR, “To”, 3.5%, self-made.',
  },
  {
    name: 'Greek',
    language: 'el',
    text: 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση.',
  },
  {
    name: 'Russian',
    language: 'ru',
    text: 'Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и совестью.',
  },
  {
    name: 'Vietnamese',
    language: 'vi',
    text: 'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hoá ban cho lý trí và lương tâm.',
  },
  {
    name: 'Arabic',
    language: 'ar',
    text: 'يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلًا وضميرًا (المادة 1)، وعليهم أن يعامل بعضهم بعضًا بروح الإخاء.',
  },
  {
    name: 'Hebrew',
    language: 'he',
    text: 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון (סעיף 1), לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.',
  },
  {
    name: 'Persian',
    language: 'fa',
    text: 'تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند. همه دارای عقل و وجدان هستند، مادهٔ ۱.',
  },
  {
    name: 'Urdu',
    language: 'ur',
    text: 'تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔ انہیں ضمیر اور عقل ودیعت ہوئی ہے۔',
  },
  {
    name: 'Hindi',
    language: 'hi',
    text: 'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है।',
  },
  {
    name: 'Bengali',
    language: 'bn',
    text: 'সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে। তাঁদের বিবেক এবং বুদ্ধি আছে।',
  },
  {
    name: 'Tamil',
    language: 'ta',
    text: 'மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள்.',
  },
  {
    name: 'Telugu',
    language: 'te',
    text: 'ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులును సమానులును నగుదురు. వారు వివేచన సంపన్నులు.',
  },
  {
    name: 'Gujarati',
    language: 'gu',
    text: 'પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ સર્વ માનવો જન્મથી સ્વતંત્ર અને સમાન હોય છે. તેમનામાં વિચારશક્તિ હોય છે.',
  },
  { name: 'Kannada', language: 'kn', text: 'ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಹುಟ್ಟಿದ್ದಾರೆ. ಹಾಗೂ ಘನತೆ ಮತ್ತು ಹಕ್ಕುಗಳಲ್ಲಿ ಸಮಾನರಾಗಿದ್ದಾರೆ.' },
  { name: 'Malayalam', language: 'ml', text: 'മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടുംകൂടി ജനിച്ചവരാണ്.' },
  { name: 'Sinhala', language: 'si', text: 'සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත. ගරුත්වයෙන් හා අයිතිවාසිකම්වලින් සමාන වෙති.' },
  {
    name: 'Thai',
    language: 'th',
    text: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ',
  },
  {
    name: 'Lao',
    language: 'lo',
    text: 'ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ ສິດທິ ເສລີພາບ ແລະ ຄວາມສະເໝີພາບເທົ່າທຽມກັນ ທຸກຄົນມີເຫດຜົນ ແລະ ຄວາມຄິດຄວາມເຫັນສ່ວນຕົວ',
  },
  {
    name: 'Khmer',
    language: 'km',
    text: 'មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងភាពស្មើគ្នាក្នុងសេចក្ដីថ្លៃថ្នូរនិងសិទ្ធិ មនុស្សគ្រប់រូបសុទ្ធតែមានវិចារណញ្ញាណនិងសតិសម្បជញ្ញៈ',
  },
  {
    name: 'Burmese',
    language: 'my',
    text: 'လူတိုင်းသည် တူညီလွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့်လည်းကောင်း၊ တူညီလွတ်လပ်သော အခွင့်အရေးများဖြင့်လည်းကောင်း မွေးဖွားလာသူများဖြစ်သည်။',
  },
  {
    name: 'Japanese',
    language: 'ja',
    text: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。「人間は、理性と良心とを授けられている」。直角の骨、ChatやデータABC。',
  },
  {
    name: 'Korean',
    language: 'ko',
    text: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며, 서로 형제애의 정신으로 행동하여야 한다.',
  },
  {
    name: 'Simplified Chinese',
    language: 'zh-Hans',
    text: '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。“直角”的骨头，GDP增长3.5%。',
  },
  {
    name: 'Chinese quotes',
    language: 'zh-Hans',
    text: '我能吞下玻璃而不伤身体。“视野无限广，窗外有蓝天”——2026年。他说：“你好”，我说‘再见’。“第三句”“和第四句”都在《书》里。',
  },
  {
    name: 'French quotes',
    language: 'fr',
    text: 'Elle a dit « oui » et « peut-être » à tous ceux qui voulaient « entendre » ‹ cela ›, "ou" (presque) rien.',
  },
  {
    name: 'Traditional Chinese',
    language: 'zh-Hant',
    text: '人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神互相對待。「直角」的骨頭，2026年。',
  },
  {
    name: 'Georgian',
    language: 'ka',
    text: 'ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით. მათ მინიჭებული აქვთ გონება და სინდისი.',
  },
  {
    name: 'Armenian',
    language: 'hy',
    text: 'Բոլոր մարդիկ ծնվում են ազատ ու հավասար՝ իրենց արժանապատվությամբ ու իրավունքներով։ Նրանք ունեն բանականություն ու խիղճ։',
  },
  { name: 'Amharic', language: 'am', text: 'የሰው፡ልጅ፡ሁሉ፡ሲወለድ፡ነጻና፡በክብርና፡በመብትም፡እኩልነት፡ያለው፡ነው። የተፈጥሮ ማስተዋልና ሕሊና ስላለው።' },
  {
    name: 'Emoji',
    language: 'en',
    text: 'Family 👨‍👩‍👧‍👦 skin 👍🏽👩🏿‍🚀 flags 🇯🇵🇧🇷🏴󠁧󠁢󠁥󠁮󠁧󠁿 keycaps 1️⃣#️⃣ heart ❤️‍🔥 new 🫨🪾 text ☎︎ ©',
  },
  {
    name: 'Mixed directions',
    language: 'en',
    text: 'The price was 150 ريال (before 200) in متجرنا and שלום, 42 מילים said “日本語” 漢字 twice.',
  },
]

export const sampleWidthPx = 430
export const fontSizePx = 26
export const lineHeight = 1.7

const { measurer: typesetter } = onNode.letter(bundledFaces())

const plainText = {
  markup: false,
  fontFamily: 'Inter',
  fontWeight: 400,
  fontStyle: 'normal',
  fontVariations: {},
  fontFeatures: {},
  letterSpacing: 0,
  wordSpacing: 0,
} as const

/** The lines of a sample as the renderer breaks them. */
export function linesOf(sample: ScriptSample, fontWeight = 400) {
  const read = spansOf({ ...plainText, fontWeight, text: sample.text, language: sample.language }, typesetter)
  const box: TextBox = {
    widthPx: sampleWidthPx,
    heightPx: 1,
    fontSizePx,
    lineHeight,
    align: 'start',
    verticalAlign: 'top',
    direction: 'auto',
    fit: { mode: 'overflow' },
    ellipsis: '',
  }
  const { lines } = layoutText(read.spans, box, typesetter)
  return {
    families: read.spans.map(({ style }) => style.families),
    missing: read.missing,
    lines: lines.map(({ runs, widthPx }) => {
      const [start, end] = [Math.min(...runs.map((run) => run.start)), Math.max(...runs.map((run) => run.end))]
      const text = sample.text.slice(start, end).trim()
      const [span] = read.spans
      const wholePx =
        span && read.spans.length === 1 ? (typesetter.advance(span.style, text) * fontSizePx) / 100 : widthPx
      return { text, widthPx, wholePx }
    }),
  }
}

function layerOf({ name, language, text }: ScriptSample) {
  return {
    type: 'text' as const,
    name,
    text,
    language,
    markup: false,
    fontSize: fontSizePx,
    lineHeight,
    width: sampleWidthPx,
    height: 1,
    fit: 'overflow' as const,
    fill: '#111827',
  }
}

const columns = 2
export const cellWidthPx = 470
export const cellHeightPx = 260

/** All samples on one page. */
export function sheetTemplate(): TemplateInput {
  return {
    schema: 1,
    name: 'The scripts of the world',
    width: columns * cellWidthPx + 20,
    height: Math.ceil(samples.length / columns) * cellHeightPx + 20,
    background: '#ffffff',
    layers: samples.flatMap((sample, index) => {
      const x = 20 + (index % columns) * cellWidthPx
      const y = 20 + Math.floor(index / columns) * cellHeightPx
      const label = {
        type: 'text',
        name: `label ${sample.name}`,
        text: sample.name,
        x,
        y,
        width: 430,
        height: 20,
      } as const
      return [
        { ...label, fontSize: 14, fill: '#6b7280' },
        { ...layerOf(sample), x, y: y + 24 },
      ]
    }),
  }
}
