// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what an attacker writes
import { describe, expect, test } from 'vitest'
import type { Value } from '#renderer/values/value.ts'
import { ExpressionError } from './expression-error.ts'
import { fillText, readWrittenText } from './written-text.ts'

/** What an attacker may write between the braces of a text: nothing of it has a value, a property or a filter. */
const attacks: readonly string[] = [
  // Names of prototypes and of what every object has.
  '{{__proto__}}',
  '{{constructor}}',
  '{{prototype}}',
  '{{hasOwnProperty}}',
  '{{toString}}',
  '{{valueOf}}',
  '{{__defineGetter__}}',
  '{{__lookupSetter__}}',
  '{{[__proto__]}}',
  '{{[constructor]}}',
  '{{__proto__.polluted}}',
  '{{__proto__.polluted = 1}}',
  '{{constructor.prototype.polluted}}',
  '{{Name.__proto__}}',
  '{{Name.constructor}}',
  '{{Name.constructor.constructor}}',
  '{{Name.length}}',
  '{{Tags[0]}}',
  '{{Object.prototype}}',
  // Ways to a function that makes functions.
  `{{constructor.constructor("return process")()}}`,
  `{{"".constructor.constructor("return globalThis")()}}`,
  `{{"a".sub.constructor("globalThis.polluted = 1")()}}`,
  `{{[].constructor.constructor("globalThis.polluted = 1")()}}`,
  `{{(0)["constructor"]["constructor"]("globalThis.polluted = 1")()}}`,
  `{{Name["constructor"]}}`,
  `{{toString.constructor.call(null, "globalThis.polluted = 1")()}}`,
  `{{Function("globalThis.polluted = 1")()}}`,
  `{{new Function("globalThis.polluted = 1")()}}`,
  `{{eval("globalThis.polluted = 1")}}`,
  `{{setTimeout("globalThis.polluted = 1")}}`,
  `{{(() => { globalThis.polluted = 1 })()}}`,
  `{{function(){ globalThis.polluted = 1 }()}}`,
  `{{globalThis.polluted = 1}}`,
  `{{this.constructor}}`,
  `{{self.polluted = 1}}`,
  // What a process has.
  `{{process}}`,
  `{{process.env}}`,
  `{{process.exit(1)}}`,
  `{{process.mainModule.require("child_process").execSync("id")}}`,
  `{{require("fs").readFileSync("/etc/passwd")}}`,
  `{{import("fs")}}`,
  `{{import.meta.url}}`,
  `{{await import("node:fs")}}`,
  `{{globalThis.process.binding("fs")}}`,
  `{{Deno.env}}`,
  `{{window.location}}`,
  `{{document.cookie}}`,
  `{{fetch("http://169.254.169.254/latest/meta-data/")}}`,
  // Template literals and tags.
  '{{`${globalThis.polluted = 1}`}}',
  '${globalThis.polluted = 1}',
  '{{"${process.env.PATH}"}}',
  "{{'${7*7}'}}",
  '{{String.raw`x`}}',
  // Jinja and Twig.
  `{{config}}`,
  `{{config.items()}}`,
  `{{self._TemplateReference__context}}`,
  `{{''.__class__.__mro__[1].__subclasses__()}}`,
  `{{request.application.__globals__.__builtins__.__import__("os").popen("id").read()}}`,
  `{{cycler.__init__.__globals__.os.popen("id").read()}}`,
  `{{lipsum.__globals__["os"].popen("id").read()}}`,
  `{{_self.env.registerUndefinedFilterCallback("exec")}}`,
  `{{["id"]|filter("system")}}`,
  `{{["id"]|map("system")|join}}`,
  `{{Name|attr("__class__")}}`,
  `{% for x in ().__class__.__base__.__subclasses__() %}{{x}}{% endfor %}`,
  // Handlebars, Mustache and Angular.
  `{{#with "s" as |string|}}{{/with}}`,
  `{{#each this}}{{@key}}{{/each}}`,
  `{{lookup this "constructor"}}`,
  `{{{Name}}}`,
  `{{&Name}}`,
  `{{> partial}}`,
  `{{!-- comment --}}`,
  `{{$on.constructor("globalThis.polluted = 1")()}}`,
  `{{$eval.constructor("globalThis.polluted = 1")()}}`,
  `{{x = {"y": "".constructor.prototype}; x["y"].charAt = [].join}}`,
  // Liquid, EJS, ERB, Freemarker, Velocity, Thymeleaf.
  `{% include "/etc/passwd" %}`,
  `{{"/etc/passwd" | file}}`,
  `{{ Name | strip_html | newline_to_br }}`,
  `<%= process.env %>`,
  `<%= global.process.mainModule.require("child_process").execSync("id") %>`,
  '<#assign x="freemarker.template.utility.Execute"?new()>${x("id")}',
  '#set($e="e")$e.getClass().forName("java.lang.Runtime")',
  '${T(java.lang.Runtime).getRuntime().exec("id")}',
  `*{T(java.lang.Runtime).getRuntime()}`,
  // Filters by the names of prototypes.
  `{{Name | constructor}}`,
  `{{Name | __proto__}}`,
  `{{Name | toString}}`,
  `{{Name | hasOwnProperty:"x"}}`,
  `{{Name | upper | constructor:"globalThis.polluted = 1"}}`,
  `{{Name | upper.constructor}}`,
  // Braces, escapes and characters that look like others.
  `{{{{Name}}}}`,
  `{{ {{Name}} }}`,
  `{{"}}{{constructor}}"}}`,
  `{{"\\u007b\\u007bconstructor\\u007d\\u007d"}}`,
  `\\{{constructor}}`,
  `{{\\u0063onstructor}}`,
  `{{＿＿proto＿＿}}`,
  `{{"\\x27;globalThis.polluted=1//"}}`,
  `{{Name /* */ | upper // }}`,
  `{{Name; globalThis.polluted = 1}}`,
]

/** What may be in a value: it is shown as it is. */
const payloads: readonly string[] = [
  '{{constructor.constructor("return process")()}}',
  '{{Name | upper}}',
  '${process.env}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg onload="alert(1)"/>',
  `<image href="file:///etc/passwd"/>`,
  `url(javascript:alert(1))`,
  `expression(alert(1))`,
  '}}{{__proto__}}{{',
  'javascript:alert(1)',
  `'; DROP TABLE users; --`,
  '\\{{Name}}',
  '\u202e{{Name}}',
]

const values: Readonly<Record<string, Value>> = { Name: 'Ada', Tags: ['a', 'b'] }
const asked: string[] = []

/** What a text says: its words, or the error with its place. */
function outcomeOf(text: string, given = values): string {
  const look = (name: string) => {
    asked.push(name)
    return Object.hasOwn(given, name) ? given[name] : undefined
  }
  try {
    return fillText(readWrittenText(text), { look, locale: 'en', warn: () => undefined })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return `error at ${error.at}: ${error.message}`
  }
}

/** What code could change for everybody. */
const globals = () => ({
  names: Object.getOwnPropertyNames(globalThis).sort(),
  prototypes: [Object, Array, String, Number, Function, RegExp, Map].map(({ prototype }) =>
    Reflect.ownKeys(prototype).map(String),
  ),
  environment: JSON.stringify(process.env),
})

describe('an attack in a text', () => {
  test('has a table of a hundred', () => {
    expect(new Set(attacks).size).toBe(100)
  })

  test.each(attacks)('%s is words, nothing, or an error with its place', (attack) => {
    const before = globals()
    const from = process.cpuUsage().user
    const outcome = outcomeOf(attack)
    expect(process.cpuUsage().user - from).toBeLessThan(100_000)
    expect(globals()).toEqual(before)
    expect(Reflect.get(globalThis, 'polluted')).toBeUndefined()
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    // Nothing is in it but what was written, and the values that were given.
    const isError = /^error at \d+: /.test(outcome)
    const plain = attack.replaceAll('\\', '')
    const words = outcome.replaceAll('\\', '')
    const isWords = plain.includes(words) || plain.replace(/\{\{[^{}]*\}\}/g, '') === words
    expect({ attack, outcome, isHarmless: isError || isWords || outcome === 'Ada' }).toMatchObject({ isHarmless: true })
    if (isError) expect(Number(/\d+/.exec(outcome)?.[0])).toBeLessThanOrEqual(attack.length)
  })

  test('is bounded in time when it is repeated', () => {
    const from = process.cpuUsage().user
    for (const attack of attacks) outcomeOf(attack.repeat(1000))
    for (const piece of ['{{', '}}', '{{(', '{{a?', '{{"', '{{[', '{{a|upper', '{{!', '\\{{'])
      outcomeOf(piece.repeat(100_000))
    expect(process.cpuUsage().user - from).toBeLessThan(2_000_000)
  })

  test.each(payloads)('%s in a value is shown as it is', (payload) => {
    const before = globals()
    asked.length = 0
    expect(outcomeOf('{{Name}}', { Name: payload })).toBe(payload)
    expect(outcomeOf('<{{Name + ""}}>', { Name: payload })).toBe(`<${payload}>`)
    expect(asked).toEqual(['Name', 'Name'])
    expect(globals()).toEqual(before)
  })
})
